/** A service of a user as the load knows it from answers alone. */
export interface KnownService {
  readonly id: number;
  readonly userId: number;
  /** What the order carried in `settings.op`. */
  readonly op: string;
  /** The tariff that was ordered: its children came with it. */
  readonly ordered: number;
  /** Its removal was acknowledged. */
  removed: boolean;
  /** Time was added for money, so that its write-offs have no list price any more. */
  extended: boolean;
}

export interface KnownPayment {
  readonly id: number;
  readonly cents: number;
}

/** Everything that was acknowledged for one user. */
export class KnownUser {
  readonly id: number;
  readonly partnerId: number | null;
  /** By the operation that caused it. */
  readonly payments = new Map<string, KnownPayment>();
  readonly bonuses = new Map<string, KnownPayment>();
  readonly services = new Map<number, KnownService>();

  constructor(id: number, partnerId: number | null) {
    this.id = id;
    this.partnerId = partnerId;
  }

  get standing(): KnownService[] {
    return [...this.services.values()].filter((service) => !service.removed);
  }
}

/** What the load was told: the model that the system must agree with in the end. */
export class Acknowledged {
  readonly users: readonly KnownUser[];
  /** Answers by action and status. */
  readonly answers = new Map<string, number>();
  /** What contradicted the model while the load ran. */
  readonly contradictions: string[] = [];
  operations = 0;

  constructor(users: readonly KnownUser[]) {
    this.users = users;
  }

  count(action: string, status: number): void {
    const name = `${action} ${status}`;
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    this.operations += 1;
  }

  contradict(sentence: string): void {
    this.contradictions.push(sentence);
  }
}

/** Cents of an amount as it is on the wire. */
export function centsOf(amount: unknown): number {
  return Math.round(Number(amount) * 100);
}
