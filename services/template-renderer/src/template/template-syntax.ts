import { Fault } from '@countinghouse/contracts';
import { type Engine, TemplateSyntaxError } from '@countinghouse/template-language';

/** Fault 400 with line, column and the source line where the text cannot be parsed (decisions.md 7). */
export function checkSyntax(engine: Engine, name: string, source: string | null | undefined): void {
  if (source === null || source === undefined) return;
  try {
    engine.compile(source, { name });
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    throw syntaxFault(error);
  }
}

export function syntaxFault(error: TemplateSyntaxError): Fault {
  const { line, column, excerpt } = error;
  return new Fault(400, `Invalid value of data: ${error.message} at line ${line}, column ${column}: ${excerpt}`, {
    cause: error,
    details: { line, column, excerpt },
  });
}
