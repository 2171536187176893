import type { RawReply } from '@countinghouse/contracts';
import type { Rendered } from './renderer.ts';

const REPORTED_STATUS = 400;

/** The text, or the error that the template reported, with the status and headers that it set (template-engine.md). */
export function rawReply({ text, render: { report } }: Rendered): RawReply {
  const { errors, headers } = report;
  const [error] = errors;
  if (error !== undefined) return { status: report.status ?? REPORTED_STATUS, headers, body: '', error };
  const { 'content-type': contentType, ...others } = headers;
  return {
    body: text,
    ...(Object.keys(others).length > 0 ? { headers: others } : {}),
    ...(contentType === undefined ? {} : { contentType }),
    ...(report.status === undefined ? {} : { status: report.status }),
  };
}
