import { readFileSync } from 'node:fs';
import { gatewayVariables } from '@countinghouse/gateway';
import { LAUNCH_VARIABLES } from '@countinghouse/launcher';
import { describe, expect, it } from 'vitest';
import { PROCESS_SCHEMAS, SERVICE_NAMES } from '../deploy/process-variables.ts';

const document = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
/** What each process reads. */
const read: Readonly<Record<string, readonly string[]>> = { launcher: LAUNCH_VARIABLES, ...PROCESS_SCHEMAS };
/** What no schema has: read where it is needed. */
const UNCHECKED: Readonly<Record<string, readonly string[]>> = {
  all: ['BUS_FAULTS', 'DEMO_DATA'],
  gateway: ['COMMIT_SHA'],
};

/** The processes of each variable, by the tables: the variable is in the first column, its processes in the last. */
function documented(): ReadonlyMap<string, readonly string[]> {
  const rows = [...document.matchAll(/^\| `([A-Z_]+)` *\|.*\| ([^|]+?) *\|$/gm)];
  return new Map(rows.map(([, name = '', processes = '']) => [name, processes.split(', ').flatMap(meant)]));
}

function meant(name: string): readonly string[] {
  if (name === 'all') return Object.keys(PROCESS_SCHEMAS);
  return name === 'services' ? SERVICE_NAMES : [name];
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
        expect(document).toMatch(new RegExp(`^\\| \`${name}\` *\\|.*\`${value}\`.*\\|$`, 'm'));
      }
    }
  });
});
