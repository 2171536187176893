import type { ListReply } from '@countinghouse/contracts';
import { type ListArguments, type UserRow, user } from '@countinghouse/contracts';
import { type ListQueryOptions, list, listQuery, mapRows, type RowCodec, rowCodec } from '@countinghouse/store';
import type { Collection } from 'mongodb';
import type { Figures } from './figures.ts';
import type { UserDocument } from './user-document.ts';

export const userCodec = rowCodec(user) as unknown as RowCodec<UserRow>;

const FIGURES = ['balance', 'bonus', 'credit', 'discount', 'can_overdraft'] as const;

/** Blocked users are hidden unless they are asked for (peer-http-api.md A4). */
const withoutBlocked = { filter: { block: 0 }, unless: ['user_id', 'block'] } as const;

const LIST_OPTIONS: ListQueryOptions = {
  isAdmin: true,
  rawText: ['settings'],
  lowerCase: { login: 'login' },
  defaultsUnless: [withoutBlocked],
};

type ListUsersArguments = ListArguments & { readonly user_id?: number | undefined };

/** Users as the API shows them: what is stored here, with billing’s figures. */
export class UserRows {
  readonly #users: Collection<UserDocument>;
  readonly #figures: Figures;

  constructor(users: Collection<UserDocument>, figures: Figures) {
    this.#users = users;
    this.#figures = figures;
  }

  /** One row; the fields marked hidden are there where `hidden` is true. */
  async rowOf(document: UserDocument, hidden: boolean): Promise<UserRow> {
    const figures = await this.#figures.of(document._id);
    return withFigures(userCodec.decode(document, { hidden }), figures);
  }

  async rowsOf(documents: readonly UserDocument[]): Promise<UserRow[]> {
    const figures = await this.#figures.ofAll(documents.map((document) => document._id));
    return documents.map((document) =>
      withFigures(userCodec.decode(document, { hidden: true }), figures.get(document._id)),
    );
  }

  /** A page for administrators; the figures of a page, or of a batch of a large one, are read together. */
  async list(args: ListUsersArguments, more: Partial<ListQueryOptions> = {}): Promise<ListReply<UserRow>> {
    const query = listQuery(user, { ...args }, { ...LIST_OPTIONS, ...more });
    const projection = { ...query.projection, _id: 1 };
    const fields = query.fields && [...new Set([...query.fields, 'user_id'])];
    const timeLimited = query.timeLimited || more.restriction !== undefined;
    const reply = await list<UserRow>(this.#users as never, userCodec, { ...query, projection, fields, timeLimited });
    const wanted = query.fields;
    if (wanted && !FIGURES.some((name) => wanted.includes(name)))
      return mapRows(reply, (rows) => rows.map((row) => only(row, wanted)));
    return mapRows(reply, async (rows) => {
      const figures = await this.#figures.ofAll(rows.map((row) => row.user_id));
      return rows.map((row) => only(withFigures(row, figures.get(row.user_id)), wanted));
    });
  }
}

/** Replaces the figures that the row shows; a user without an account keeps those stored here. */
function withFigures<Row extends Partial<UserRow>>(row: Row, figures: Partial<UserRow> | undefined): Row {
  if (!figures) return row;
  const shown: Record<string, unknown> = { ...row };
  for (const name of FIGURES) if (name in row) shown[name] = figures[name];
  return shown as Row;
}

function only(row: UserRow, fields: readonly string[] | undefined): UserRow {
  if (!fields || fields.includes('user_id')) return row;
  const { user_id: _userId, ...rest } = row;
  return rest as UserRow;
}
