import type { z } from 'zod';
import { Fault, fieldRequired, invalidArgument } from './fault.ts';
import type { Operation } from './operation.ts';
import { REQUIRED_ISSUE } from './resource.ts';

/** The arguments of an operation, parsed; a Fault 400 names the first argument that is missing or wrong. */
export function parseArguments<Arguments>(target: Operation<Arguments>, raw: unknown): Arguments {
  const parsed = target.args.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw faultOfIssues(parsed.error.issues);
}

function faultOfIssues(issues: readonly z.core.$ZodIssue[]): Fault {
  const missing = issues.find((issue) => issue.message === REQUIRED_ISSUE);
  if (missing) return fieldRequired(missing.path.join('.'));
  const first = issues[0];
  if (!first) return new Fault(400, 'Invalid arguments');
  return invalidArgument(first.path.join('.') || 'arguments', expectationOf(first));
}

/** The innermost reason: unions (null or a value) carry it one level down. */
function expectationOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().find((candidate) => candidate.code === 'custom');
    if (inner) return inner.message;
  }
  return issue.message;
}
