import type { RunCatalogue } from './catalogue.ts';
import { COMMANDED_CATEGORY } from './catalogue.ts';
import type { ArrivedCommand } from './command-counterpart.ts';
import type { ServiceState, UserState } from './read-state.ts';

type Report = (sentence: string) => void;

/**
 * What the commanded machine was told about every service must be what became of the service, each command once: one CREATE
 * first, BLOCK and ACTIVATE by turns, one REMOVE last (domain.md 3.4).
 */
export function proveCommands(
  state: UserState,
  commands: readonly ArrivedCommand[],
  catalogue: RunCatalogue,
  report: Report,
): void {
  const byService = Map.groupBy(commands, (command) => command.userServiceId);
  for (const service of state.services) {
    const told = byService.get(service.id)?.map(({ event }) => event) ?? [];
    const isCommanded = catalogue.rows.get(service.serviceId)?.category === COMMANDED_CATEGORY;
    if (!isCommanded && told.length > 0) report(`user service ${service.id} has no commands and was told ${told}`);
    if (isCommanded) proveSequence(service, told, state, report);
  }
}

function proveSequence(service: ServiceState, told: readonly string[], state: UserState, report: Report): void {
  const wrong = (why: string) =>
    report(`user service ${service.id} (${service.status}): ${why}, told ${told.join(' ')}`);
  const wasPaid = ['ACTIVE', 'BLOCK'].includes(service.status) || hasPaid(service, state);
  if (!wasPaid && told.length > 0) wrong('was never paid');
  if (!wasPaid) return;
  const count = (event: string) => told.filter((one) => one === event).length;
  if (count('CREATE') !== 1 || told[0] !== 'CREATE') wrong('is created once, and first');
  if (count('REMOVE') !== (service.status === 'REMOVED' ? 1 : 0)) wrong('is removed once, and last');
  if (told.indexOf('REMOVE') >= 0 && told.at(-1) !== 'REMOVE') wrong('is told nothing after its removal');
  const turns = told.filter((event) => event === 'BLOCK' || event === 'ACTIVATE');
  if (turns.some((event, index) => event !== (index % 2 === 0 ? 'BLOCK' : 'ACTIVATE')))
    wrong('goes on and off by turns');
  const isOff = turns.at(-1) === 'BLOCK';
  if (service.status === 'ACTIVE' && isOff) wrong('is ACTIVE and was told BLOCK last');
  if (service.status === 'BLOCK' && !isOff) wrong('is BLOCK and was not told so');
}

/** Did it, or where it is free the parent that it follows, ever have a paid period? */
function hasPaid(service: ServiceState, state: UserState): boolean {
  const ids = [service.id, service.parent];
  return state.withdraws.some((row) => ids.includes(row.userServiceId) && row.paidAt !== null);
}
