import { type ArgumentsOfOperation, type Operation, parseArguments } from '@countinghouse/contracts';

/** The arguments of a template as the operation takes them; Fault 400 names what is wrong. */
export function parsed<O extends Operation>(operation: O, args: object): ArgumentsOfOperation<O> {
  return parseArguments(operation, args) as ArgumentsOfOperation<O>;
}
