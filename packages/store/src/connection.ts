export interface Connection {
  /** Undefined where the URL decides itself. */
  readonly directConnection: true | undefined;
  /** The database that the URL names, `countinghouse` by default. */
  readonly database: string;
}

const URL_FORM = /^(mongodb(?:\+srv)?):\/\/(?:[^@/?]*@)?([^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;
const DECIDES_TOPOLOGY = /(?:^|&)(?:directConnection|replicaSet|loadBalanced|srvServiceName)=/i;
const DATABASE_NAME = /^[A-Za-z0-9_-]{1,40}$/;
export const DATABASE_DEFAULT = 'countinghouse';

/**
 * What the connection string says about topology and database. A single host that says nothing is talked to directly,
 * so that a replica set of one is reached whatever name it gives itself. Errors never repeat the URL: it holds a password.
 */
export function connectionOf(url: string): Connection {
  const match = URL_FORM.exec(url);
  if (!match) throw new Error('MONGODB_URL: expected mongodb://host:port/database or mongodb+srv://host/database');
  const [, scheme, hosts = '', path = '', query = ''] = match;
  const database = decodeURIComponent(path) || DATABASE_DEFAULT;
  if (!DATABASE_NAME.test(database)) {
    throw new Error('MONGODB_URL: expected a database name of at most 40 letters, digits, - and _');
  }
  const single = scheme === 'mongodb' && !hosts.includes(',');
  return { directConnection: single && !DECIDES_TOPOLOGY.test(query) ? true : undefined, database };
}
