import { TemplateError, TemplateLimitError } from '../errors.ts';
import type { Budget } from './budget.ts';
import { ArithmeticFault } from './numbers.ts';
import type { Unit } from './unit.ts';

/** What was thrown at a line of a unit, as an error of the template that tells this place; signals stay what they are. */
export function locatedError(thrown: unknown, unit: Unit, line: number, budget: Budget): unknown {
  const { name } = unit.home;
  if (thrown instanceof ArithmeticFault) {
    return new TemplateError('undef', `${thrown.reason} at ${name} line ${line}.`, { template: name, line });
  }
  if (thrown instanceof RangeError && /call stack|string length/.test(thrown.message)) {
    const limit = budget.limitError(/call stack/.test(thrown.message) ? 'depth' : 'outputBytes');
    return Object.assign(limit, { template: name, line });
  }
  if ((thrown instanceof TemplateError || thrown instanceof TemplateLimitError) && thrown.line === 0) {
    thrown.template = name;
    thrown.line = line;
  }
  return thrown;
}
