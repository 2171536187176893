import {
  addPromos,
  changePromo,
  deletePromo,
  Fault,
  type JsonObject,
  listOwnPromos,
  listPromos,
  type PromoRow,
  promo,
  readPromos,
  usePromo,
} from '@countinghouse/contracts';
import { type Arguments, hashOf } from './arguments.ts';
import { folded, membersOf } from './common-members.ts';
import { copyForTemplate, mergedJson, toJsonValue } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import { type Kind, type Members, ModelObject } from './model-object.ts';
import { parsed } from './parsed-arguments.ts';
import { isTrue } from './query/query-state.ts';
import { allRows } from './read-rows.ts';
import { referenced } from './relations.ts';

type Promo = ModelObject<PromoRow>;

/** Promo codes (templates.md 2.3, `promo`). `promo.id` is the code. */
export function promoKind(kinds: () => Kinds): Kind<PromoRow> {
  return {
    name: 'promo',
    resource: promo,
    isOwned: true,
    read: async (render, ids) => {
      const { rows } = await render.read(listPromos, { limit: 0, filter: { promo_id: [...ids] } });
      return allRows(rows);
    },
    select: (render, args) => render.read(listPromos, args),
    members: membersOf<PromoRow>({
      ...promoWrites(),
      id: (self, args) =>
        args.all.length === 0 ? self.column('id') : promoByCode(self.render, self.kind, args.text(0)),
      user: async (self) => (await referenced(self, 'user_id', kinds().user))?.handle,
      is_used: async (self) => ((await self.existing())?.used ? 1 : 0),
      status: async (self) => {
        const settings = (await self.existing())?.settings as { status?: unknown } | undefined;
        return settings && (settings.status === undefined || isTrue(settings.status) ? 1 : 0);
      },
      api_get: async (self) => {
        if (!self.owner) return undefined;
        const { rows } = await self.render.read(listOwnPromos, { limit: 0 }, self.owner.userId);
        return folded((await allRows(rows)).map(copyForTemplate));
      },
    }),
  };
}

/** The code’s object, undefined where there is none. */
export async function promoByCode(
  render: Promo['render'],
  kind: Kind<PromoRow>,
  code: string,
): Promise<object | undefined> {
  if (code === '') return undefined;
  const { rows } = await render.once(`promo ${code}`, () => render.read(readPromos, { codes: [code] }));
  return ModelObject.ofRows(render, kind, rows)[0]?.handle;
}

function promoWrites(): Members<PromoRow> {
  return {
    generate: async (self, args) => {
      const userId = self.owner?.userId ?? self.render.currentUserId;
      const given = { ...(toJsonValue(args.pairs()) as object), ...(userId === null ? {} : { user_id: userId }) };
      const { rows } = await self.render.write(
        'promo.generate',
        addPromos,
        parsed(addPromos, given),
        userId ?? undefined,
      );
      return [...rows];
    },
    apply: async (self, args) => {
      self.render.requireWrite('promo.apply');
      const userId = self.owner?.userId ?? self.render.currentUserId;
      if (userId === null) throw new Error('promo.apply: there is no user');
      return appliedOrNot(self, args.text(0), userId);
    },
    update: async (self, args) => {
      await self.render.write(
        'promo.update',
        changePromo,
        parsed(changePromo, { ...changes(args), id: await code(self) }),
      );
      return '';
    },
    set_settings: async (self, args) => {
      const row = await self.existing();
      const change = toJsonValue(hashOf(args.all[0]) ?? args.named) as JsonObject;
      const settings = mergedJson((row?.settings ?? {}) as JsonObject, change);
      await self.render.write(
        'promo.set_settings',
        changePromo,
        parsed(changePromo, { id: await code(self), settings }),
      );
      return '';
    },
    delete: async (self) => {
      await self.render.write('promo.delete', deletePromo, { id: await code(self) });
      return '';
    },
  };
}

/** What the code's template prints; undefined where the code cannot be used. */
async function appliedOrNot({ render }: Promo, code: string, userId: number): Promise<string | undefined> {
  try {
    await render.read(usePromo, {
      user_id: userId,
      code,
      use_key: `${render.context.key}/promo/${code}`,
      dry_run: true,
    });
  } catch (error) {
    if (error instanceof Fault && error.status === 400) return undefined;
    throw error;
  }
  return render.applyPromo(code, userId);
}

function changes(args: Arguments): object {
  return toJsonValue(args.pairs()) as object;
}

async function code(self: Promo): Promise<string> {
  const row = await self.existing();
  if (!row) throw new Error('promo: there is no code');
  return row.id;
}
