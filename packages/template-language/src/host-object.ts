/**
 * What an object of the host shows to templates. Nothing but what these functions answer can be reached.
 *
 * `get` answers the value of a member, or a function, which the engine calls with the arguments of the template.
 * `call` receives members that were written with arguments. `iterate` is what FOREACH walks; without it FOREACH walks
 * the pairs of `keys`, and without both the object is a single item. What `get` answers undefined for is asked of `list`,
 * where there is one: list methods and indexes.
 */
export interface HostHandler {
  get(name: string): unknown;
  call?(name: string, args: unknown[]): unknown;
  iterate?(): Iterable<unknown> | AsyncIterable<unknown>;
  keys?(): string[];
  list?(): unknown[] | Promise<unknown[]>;
  /** How many items `iterate` gives, where that is known before they are there: `loop.size`. */
  readonly size?: number | undefined;
  /** Type by which a VIEW finds the block that prints the object; `object` if it is not given. */
  readonly type?: string;
}

/** Wraps a handler, so that a template cannot touch the handler itself. */
export class HostObject {
  readonly #handler: HostHandler;

  constructor(handler: HostHandler) {
    this.#handler = handler;
    Object.freeze(this);
  }

  static handlerOf(value: object): HostHandler | undefined {
    return #handler in value ? value.#handler : undefined;
  }
}

/**
 * Makes a host object out of a handler.
 *
 * @example
 * const clock = hostObject({ get: (name) => (name === 'hour' ? new Date().getHours() : undefined) });
 * await new Engine().render('{{ clock.hour }}', { clock });
 */
export function hostObject(handler: HostHandler): object {
  return new HostObject(handler);
}

/**
 * The handler behind a host object, undefined for any other value: for functions of the host that get its objects back.
 *
 * @example
 * const clock = hostObject({ get: () => 1 });
 * handlerOf(clock)?.get('hour'); // 1
 */
export function handlerOf(value: unknown): HostHandler | undefined {
  return typeof value === 'object' && value !== null ? HostObject.handlerOf(value) : undefined;
}
