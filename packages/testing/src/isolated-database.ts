import { randomBytes } from 'node:crypto';

/** What keeps one test system apart from the others on the same servers. */
export interface Isolation {
  /** The server's URL with a path that no other test uses; services begin their database names with it. */
  readonly mongoUrl: string;
  /** `BUS_PREFIX`: begins every NATS subject, stream, bucket and queue group of the system. */
  readonly busPrefix: string;
}

/** A fresh name `ch_test_<random>` as database prefix and bus prefix, on the given MongoDB server. */
export function isolatedDatabase(mongoUrl: string): Isolation {
  const name = `ch_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(mongoUrl);
  url.pathname = `/${name}`;
  return { mongoUrl: url.href, busPrefix: name };
}
