import {
  Fault,
  type JsonObject,
  type ServerGroupRow,
  type ServerRow,
  server,
  serverGroup,
} from '@countinghouse/contracts';
import type { Store } from '@countinghouse/store';
import { NumberedRows } from './numbered-rows.ts';
import { Places } from './places.ts';
import { type Candidate, selectCandidate } from './selection.ts';

/** Real time for which a chosen server keeps a place for a service: longer than any command may take. */
const CLAIM_MS = 15 * 60_000;
const ROUNDS_MAX = 200;

/** A place that a task under way will need. */
interface Claim {
  readonly userServiceId: number;
  readonly until: Date;
}

export interface ServerDocument {
  readonly _id: number;
  readonly [field: string]: unknown;
  /** Services that it was added with: on it, but unknown here. */
  readonly services_base?: number;
  readonly claims?: readonly Claim[];
  /** Grows with every claim, so that a choice made on an earlier view finds nothing. */
  readonly claims_rev?: number;
}

export const SERVER_INDEXES = {
  collection: 'servers',
  indexes: [{ key: { server_gid: 1, _id: 1 } }],
} as const;

/** Servers and their groups. */
export class Servers {
  readonly rows: NumberedRows<typeof server.fields, ServerDocument>;
  readonly groups: NumberedRows<typeof serverGroup.fields>;
  readonly #places: Places;

  constructor(store: Store) {
    this.rows = new NumberedRows(store, 'servers', server, 'server');
    this.groups = new NumberedRows(store, 'server_groups', serverGroup, 'server group');
    this.#places = new Places(store);
  }

  async read(serverId: number): Promise<ServerRow | undefined> {
    const document = await this.rows.find(serverId);
    return document ? (await this.decode([document]))[0] : undefined;
  }

  async readGroup(groupId: number): Promise<ServerGroupRow | undefined> {
    const document = await this.groups.find(groupId);
    return document ? this.groups.decode(document) : undefined;
  }

  /** Unknown ids are left out; in the order of their ids. */
  async readMany(serverIds: readonly number[]): Promise<ServerRow[]> {
    return this.decode(
      await this.rows.collection.find({ _id: { $in: [...serverIds] } }, { sort: { _id: 1 } }).toArray(),
    );
  }

  /** Rows as they are shown, with the services that are on them now. */
  async decode(documents: readonly ServerDocument[]): Promise<ServerRow[]> {
    const counts = await this.#places.countsOf(documents.map(({ _id }) => _id));
    return documents.map((document) => ({
      ...this.rows.decode(document),
      services_count: (document.services_base ?? 0) + (counts.get(document._id) ?? 0),
    }));
  }

  /** Stores what `decode` counts where it has changed, for lists. */
  async storeCounts(): Promise<void> {
    const documents = await this.rows.collection.find({}).toArray();
    const rows = await this.decode(documents);
    const changed = rows.filter((row, index) => row.services_count !== documents[index]?.services_count);
    if (changed.length === 0) return;
    const writes = changed.map(({ server_id, services_count }) => ({
      updateOne: { filter: { _id: server_id }, update: { $set: { services_count } } },
    }));
    await this.rows.collection.bulkWrite(writes, { ordered: false });
  }

  /**
   * The server of a group by the group's rule (domain.md 4.5); undefined where none is enabled and free, or no such group.
   * With `userServiceId` its place is held for that service until it is released, so that tasks that run at the same
   * time do not fill a server beyond its `max_services`.
   */
  async choose(groupId: number, userServiceId?: number): Promise<ServerRow | undefined> {
    const group = await this.readGroup(groupId);
    if (!group) return undefined;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const chosen = selectCandidate(group.type, await this.#candidates(groupId, userServiceId));
      if (!chosen) return undefined;
      if (userServiceId === undefined || (await this.#claim(chosen.document, userServiceId))) return chosen.row;
    }
    throw new Fault(503, `Too many tasks ask for a server of the group ${groupId}`, { retryAfterSeconds: 1 });
  }

  /** The attempt is over: the service is on the server now, or it is not. Repeating changes nothing. */
  async release(serverId: number, userServiceId: number): Promise<void> {
    await this.rows.collection.updateOne(
      { _id: serverId, 'claims.userServiceId': userServiceId },
      { $pull: { claims: { userServiceId } } as never, $inc: { claims_rev: 1 } as never },
    );
  }

  async #candidates(groupId: number, userServiceId: number | undefined) {
    const documents = await this.rows.collection
      .find({ server_gid: groupId, enabled: 1 }, { sort: { _id: 1 } })
      .toArray();
    const rows = await this.decode(documents);
    return documents.map((document, index): Candidate & { document: ServerDocument; row: ServerRow } => {
      const row = rows[index] as ServerRow;
      const others = liveClaims(document).filter((claim) => claim.userServiceId !== userServiceId);
      return { id: row.server_id, load: row.services_count + others.length, limit: limitOf(row), document, row };
    });
  }

  /** False where somebody else claimed a place in between. */
  async #claim({ _id, ...document }: ServerDocument, userServiceId: number): Promise<boolean> {
    const others = liveClaims(document).filter((claim) => claim.userServiceId !== userServiceId);
    const claims: Claim[] = [...others, { userServiceId, until: new Date(Date.now() + CLAIM_MS) }];
    const { modifiedCount } = await this.rows.collection.updateOne(
      { _id, enabled: 1, claims_rev: document.claims_rev ?? 0 },
      { $set: { claims }, $inc: { claims_rev: 1 } as never },
    );
    return modifiedCount === 1;
  }
}

function liveClaims({ claims = [] }: Pick<ServerDocument, 'claims'>): Claim[] {
  return claims.filter(({ until }) => until.getTime() > Date.now());
}

/** No limit where the setting is absent, empty or no number. */
function limitOf(row: ServerRow): number | undefined {
  const limit = (row.settings as JsonObject | null)?.max_services;
  const parsed = typeof limit === 'string' && limit.trim() !== '' ? Number(limit) : limit;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined;
}
