import { readFileSync } from 'node:fs';
import { billing } from '@countinghouse/billing';
import { gatewayVariables } from '@countinghouse/gateway';
import { LAUNCH_VARIABLES } from '@countinghouse/launcher';
import { PROCESS_VARIABLES } from '@countinghouse/process';
import { serviceLifecycle } from '@countinghouse/service-lifecycle';
import { templateRenderer } from '@countinghouse/template-renderer';
import { userService } from '@countinghouse/user';
import { describe, expect, it } from 'vitest';

const document = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const SERVICES = [userService, billing, serviceLifecycle, templateRenderer];
const service = (variables: object) => [...PROCESS_VARIABLES, 'MONGODB_URL', ...Object.keys(variables)];

/** What each process reads, by the schema that checks it. */
const read: Readonly<Record<string, readonly string[]>> = {
  launcher: LAUNCH_VARIABLES,
  gateway: [...PROCESS_VARIABLES, ...Object.keys(gatewayVariables)],
  ...Object.fromEntries(SERVICES.map(({ name, variables }) => [name, service(variables)])),
};
/** What no schema has: read where it is needed. */
const UNCHECKED: Readonly<Record<string, readonly string[]>> = {
  all: ['BUS_FAULTS', 'DEMO_DATA'],
  gateway: ['COMMIT_SHA'],
};

/** The processes of each variable, by the tables: the variable is in the first column, its processes in the last. */
function documented(): ReadonlyMap<string, readonly string[]> {
  const rows = [...document.matchAll(/^\| `([A-Z_]+)` \|.*\| ([^|]+) \|$/gm)];
  return new Map(rows.map(([, name = '', processes = '']) => [name, processes.split(', ').flatMap(meant)]));
}

function meant(name: string): readonly string[] {
  const services = SERVICES.map((one): string => one.name);
  if (name === 'all') return ['gateway', ...services];
  return name === 'services' ? services : [name];
}

describe('docs/operating.md', () => {
  it.each(Object.entries(read))('has every variable of %s', (process, variables) => {
    const told = documented();
    expect(variables.filter((name) => !told.get(name)?.includes(process))).toEqual([]);
  });

  it('has no variable that its processes do not read', () => {
    const isRead = (name: string, process: string) =>
      read[process]?.includes(name) || UNCHECKED.all?.includes(name) || UNCHECKED[process]?.includes(name);
    const wrong = [...documented()].flatMap(([name, processes]) =>
      processes.filter((process) => !isRead(name, process)).map((process) => `${name} of ${process}`),
    );
    expect(wrong).toEqual([]);
  });

  it('tells the defaults that the schemas have', () => {
    const defaults = Object.entries(gatewayVariables).map(([name, schema]) => [name, schema.safeParse(undefined).data]);
    for (const [name, value] of defaults) {
      if (typeof value === 'number' || (typeof value === 'string' && value !== '')) {
        expect(document).toMatch(new RegExp(`^\\| \`${name}\` \\|.*\`${value}\`.* \\|$`, 'm'));
      }
    }
  });
});
