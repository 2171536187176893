import {
  type EmailsOfUser,
  listAutoPayments,
  readChargedUsers,
  readEmails,
  readLatestPays,
  readReferrals,
  readUsers,
  selectUsers,
  type UserRow,
  type UserServiceRow,
  user,
} from '@countinghouse/contracts';
import { type Arguments, hashOf } from './arguments.ts';
import { membersOf, modelById } from './common-members.ts';
import { configured } from './configuration.ts';
import { copyForTemplate } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import { mailOf } from './mail.ts';
import { type Kind, type Members, ModelObject } from './model-object.ts';
import { allRows, inChunks } from './read-rows.ts';
import { groupedBy, ownerOf, referenced, servicesOfOwner } from './relations.ts';
import { telegramOf } from './telegram.ts';
import { userWrites } from './user-writes.ts';

type User = ModelObject<UserRow>;

/** Users (templates.md 2.3, `user`). */
export function userKind(kinds: () => Kinds): Kind<UserRow> {
  return {
    name: 'user',
    resource: user,
    isOwned: false,
    read: (render, ids) => inChunks(ids, (chunk) => render.read(readUsers, { user_ids: chunk })),
    select: (render, args) => render.read(selectUsers, args),
    members: membersOf<UserRow>({
      ...himself(),
      ...contacts(),
      ...listsOf(kinds),
      ...servicesOf(kinds),
      ...userWrites(),
    }),
  };
}

function himself(): Members<UserRow> {
  return {
    id: (self, args) => ownId(self, args),
    user_id: (self) => ownId(self),
    switch: (self, args) => switchUser(self, args),
    is_admin: async (self) => ((await self.existing())?.gid === 1 ? 1 : 0),
    is_blocked: async (self) => ((await self.existing())?.block === 1 ? 1 : 0),
    authenticated: ({ id, render }) => (id !== undefined && id === render.context.caller.userId ? 1 : 0),
    bonus: (self) => self.column('bonus'),
    partner: async (self) => (await referenced(self, 'partner_id', self.kind))?.handle,
    telegram: (self) => telegramOf(self),
    mail: (self) => mailOf(self.render, self.id),
  };
}

/** The id of somebody who is known to be there costs no call. */
function ownId(self: User, args?: Arguments): unknown {
  if (args && args.all.length > 0) return otherUser(self, args);
  const isCaller = self.id !== undefined && self.id === self.render.context.caller.userId;
  return isCaller ? self.id : self.column('user_id');
}

async function otherUser(self: User, args: Arguments): Promise<object | undefined> {
  const id = args.id();
  return id === undefined ? undefined : (await modelById(self.render, self.kind, id))?.handle;
}

/** The user with this id, who is from now on whose data are meant; a false value where there is none (decisions.md 7). */
async function switchUser(self: User, args: Arguments): Promise<object | undefined> {
  const id = args.id();
  const found = id === undefined ? undefined : await modelById(self.render, self.kind, id);
  if (found) self.render.currentUserId = id as number;
  return found?.handle;
}

function contacts(): Members<UserRow> {
  return {
    email: async (self) => (await emailsOf(self))?.email ?? undefined,
    emails: async (self) => [...((await emailsOf(self))?.emails ?? [])],
    referrals: async (self) => (await referralsOf(self)).map(({ handle }) => handle),
    referrals_count: async (self) => {
      if (self.id === undefined) return 0;
      const counts = await self.cohort.related('referrals', async ({ ids }) => {
        const rows = await inChunks(ids, (chunk) => self.render.read(readReferrals, { user_ids: chunk }));
        return new Map(rows.map(({ user_id, total }) => [user_id, total]));
      });
      return counts.get(self.id) ?? 0;
    },
    list_autopayments: async (self) => copyForTemplate(await autoPayments(self)),
    has_autopayment: async (self) => (Object.keys(await autoPayments(self)).length > 0 ? 1 : 0),
    income_percent: async (self) => {
      if (self.id === undefined) return undefined;
      const own = hashOf((await self.existing())?.settings?.partner)?.income_percent;
      return own ?? hashOf((await configured(self.render, 'billing')).partner)?.income_percent;
    },
  };
}

/** Whom the user has brought, asked for all users of the page at once. */
async function referralsOf(self: User): Promise<readonly User[]> {
  if (self.id === undefined) return [];
  const groups = await self.cohort.related('brought', async ({ ids }) => {
    const filter = { partner_id: [...ids], block: [0, 1] };
    const { rows } = await self.kind.select(self.render, { limit: 0, sort_direction: 'asc', filter });
    return groupedBy(self.render, self.kind, await allRows(rows), 'partner_id');
  });
  return groups.get(self.id) ?? [];
}

async function emailsOf(self: User): Promise<EmailsOfUser | undefined> {
  if (self.id === undefined) return undefined;
  const all = await self.cohort.related('emails', async ({ ids }) => {
    const rows = await inChunks(ids, (chunk) => self.render.read(readEmails, { user_ids: chunk }));
    return new Map(rows.map((row) => [row.user_id, row]));
  });
  return all.get(self.id);
}

async function autoPayments(self: User): Promise<object> {
  if (self.id === undefined) return {};
  const { rows } = await self.render.read(listAutoPayments, {}, self.id);
  return rows[0] ?? {};
}

/** What is listed for the user, together with what his siblings have. */
function listsOf(kinds: () => Kinds): Members<UserRow> {
  const query =
    <K extends 'pay' | 'bonus' | 'wd' | 'storage' | 'spool' | 'spool_history' | 'promo' | 'profile'>(kind: K) =>
    (self: User): object =>
      ModelObject.query(self.render, kinds()[kind] as Kind<object>, ownerOf(self)).handle;
  return {
    pays: query('pay'),
    pay: query('pay'),
    bonuses: query('bonus'),
    bonus: query('bonus'),
    wd: query('wd'),
    withdraws: query('wd'),
    storage: query('storage'),
    spool: query('spool'),
    spool_history: query('spool_history'),
    promo: query('promo'),
    profile: query('profile'),
    has_payments: async (self) => ((await isAmong(self, 'payers', readLatestPays)) ? 1 : 0),
    has_withdraws: async (self) => ((await isAmong(self, 'charged', readChargedUsers)) ? 1 : 0),
  };
}

/** Is the user among those whom the operation answers for his page? */
async function isAmong(
  self: User,
  name: string,
  operation: typeof readLatestPays | typeof readChargedUsers,
): Promise<boolean> {
  if (self.id === undefined) return false;
  const found = await self.cohort.related(name, async ({ ids }) => {
    const rows = await inChunks<{ user_id: number }>(ids, (chunk) => self.render.read(operation, { user_ids: chunk }));
    return new Set(rows.map(({ user_id }) => user_id));
  });
  return found.has(self.id);
}

function servicesOf(kinds: () => Kinds): Members<UserRow> {
  return {
    us: async (self, args) => {
      const id = args.id();
      if (id === undefined) return ModelObject.query(self.render, kinds().us, ownerOf(self)).handle;
      const found = await modelById(self.render, kinds().us, id);
      return found && (await found.existing())?.user_id === self.id ? found.handle : undefined;
    },
    services: (self) => ModelObject.query(self.render, kinds().us, ownerOf(self)).handle,
    has_services: async (self) => ((await liveServices(self, kinds())).length > 0 ? 1 : 0),
    active_count: async (self) =>
      (await liveServices(self, kinds())).filter((one) => (one.row() as UserServiceRow).status === 'ACTIVE').length,
  };
}

async function liveServices(self: User, kinds: Kinds): Promise<readonly ModelObject<UserServiceRow>[]> {
  const owner = ownerOf(self);
  const all = owner ? await servicesOfOwner(self.render, owner, kinds) : [];
  return all.filter((one) => (one.row() as UserServiceRow).status !== 'REMOVED');
}
