import { Fault } from '@countinghouse/contracts';
import { TemplateError, TemplateLimitError, TemplateSyntaxError } from '@countinghouse/template-language';

/**
 * What the caller of a failed render is told: 400 with the template's error and where it is; what is no fault of the template (a
 * service that does not answer) keeps its status.
 */
export function renderFault(error: unknown): unknown {
  const outage = outageIn(error);
  if (outage) return outage;
  if (error instanceof TemplateSyntaxError) {
    return fault(`file error - ${error.message}`, error, { template: error.name, line: error.line });
  }
  if (error instanceof TemplateError || error instanceof TemplateLimitError) {
    return fault(error.message, error, { template: error.template, line: error.line });
  }
  return error;
}

function fault(message: string, cause: Error, { template, line }: { template: string; line: number }): Fault {
  const where = message.includes(` line ${line}`) || line === 0 ? '' : ` at ${template} line ${line}`;
  return new Fault(400, `Template render error: ${message}${where}`, { cause, details: { template, line } });
}

function outageIn(error: unknown): Fault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Fault && (cause.status >= 500 || cause.status === 499)) return cause;
  }
  return undefined;
}
