/** What went wrong, for the caller: an HTTP status and a text that is safe to show (decisions.md 3). */
export interface FaultBody {
  readonly status: number;
  readonly error: string;
  readonly retryAfterSeconds?: number;
  /** Extra members of the error body, such as `ip` of a 429. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/**
 * An expected failure. `message` reaches the caller word for word; `cause` stays in the log of the process that threw it.
 */
export class Fault extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly details: Readonly<Record<string, string | number>> | undefined;

  constructor(status: number, message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fault';
    this.status = status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
  }

  static from(body: FaultBody): Fault {
    return new Fault(body.status, body.error, {
      ...(body.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: body.retryAfterSeconds }),
      ...(body.details === undefined ? {} : { details: body.details }),
    });
  }

  toBody(): FaultBody {
    return {
      status: this.status,
      error: this.message,
      ...(this.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: this.retryAfterSeconds }),
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }
}

export interface FaultOptions {
  readonly cause?: unknown;
  readonly retryAfterSeconds?: number;
  readonly details?: Readonly<Record<string, string | number>>;
}

/** 400 with the argument's name and what was expected (decisions.md 4). */
export function invalidArgument(name: string, expected: string): Fault {
  return new Fault(400, `Invalid value of ${name}: expected ${expected}`);
}

/** The text that the clients of the peer match on. */
export function fieldRequired(name: string): Fault {
  return new Fault(400, `Field required: ${name}`);
}

/** 404 of an unknown object addressed by POST or DELETE. */
export function objectNotFound(): Fault {
  return new Fault(404, 'Object not found. Check the ID.');
}

/** 404 of an unknown `user_id`. */
export function userNotFound(): Fault {
  return new Fault(404, 'User not found');
}
