import { randomFillSync } from 'node:crypto';
import {
  type Context,
  context,
  isSpanContextValid,
  ProxyTracerProvider,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

const TRACER = '@countinghouse/bus';
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const RANDOM_BYTES = 24;
const pool = Buffer.allocUnsafe(RANDOM_BYTES * 256);
let poolOffset = pool.length;

/** A new W3C trace context, not sampled. */
export function newTraceparent(): string {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const hex = pool.toString('hex', poolOffset, poolOffset + RANDOM_BYTES);
  poolOffset += RANDOM_BYTES;
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-00`;
}

export function isTraceparent(text: string): boolean {
  return TRACEPARENT.test(text);
}

/** A span of one call or one handled request. */
export interface BusSpan {
  /** What the next hop is told. */
  readonly traceparent: string;
  /** Runs the work with the span as the current one. */
  run<Result>(work: () => Result): Result;
  /** Ends the span; `status` is the HTTP status of the outcome. */
  end(status: number): void;
}

/**
 * Makes the spans. Without an OpenTelemetry SDK only the trace context travels; an SDK must be registered before the bus
 * connects.
 */
export class Tracing {
  readonly #enabled: boolean;

  constructor() {
    const provider = trace.getTracerProvider();
    this.#enabled = !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(TRACER) !== undefined;
  }

  call(subject: string, traceparent: string | undefined): BusSpan {
    return this.#span(subject, SpanKind.CLIENT, traceparent);
  }

  handle(subject: string, traceparent: string | undefined): BusSpan {
    return this.#span(subject, SpanKind.SERVER, traceparent);
  }

  #span(subject: string, kind: SpanKind, traceparent: string | undefined): BusSpan {
    if (!this.#enabled) return untraced(traceparent);
    const parent = parentContext(traceparent);
    const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': subject };
    const span = trace.getTracer(TRACER).startSpan(subject, { kind, attributes }, parent);
    return traced(span, trace.setSpan(parent, span), traceparent);
  }
}

function untraced(traceparent: string | undefined): BusSpan {
  return { traceparent: traceparent || newTraceparent(), run: (work) => work(), end: () => undefined };
}

function traced(span: Span, current: Context, traceparent: string | undefined): BusSpan {
  return {
    traceparent: traceparentOf(span.spanContext()) ?? traceparent ?? newTraceparent(),
    run: (work) => context.with(current, work),
    end: (status) => {
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** The active span where there is one, else the remote one that the traceparent names. */
function parentContext(traceparent: string | undefined): Context {
  const active = context.active();
  if (trace.getSpan(active)) return active;
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return active;
  return trace.setSpanContext(active, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true });
}

function traceparentOf(span: SpanContext): string | undefined {
  if (!isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}
