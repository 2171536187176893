import { bonusKind } from './bonus.ts';
import type { Kinds } from './kinds.ts';
import { payKind } from './pay.ts';
import { profileKind } from './profile.ts';
import { promoKind } from './promo.ts';
import { serverKind } from './server.ts';
import { serverGroupKind } from './server-group.ts';
import { serviceKind } from './service.ts';
import { spoolHistoryKind, spoolKind } from './spool.ts';
import { storageKind } from './storage.ts';
import { userKind } from './user.ts';
import { userServiceKind } from './user-service.ts';
import { withdrawKind } from './withdraw.ts';

/** Every kind of object, each knowing the others. */
export function buildKinds(): Kinds {
  const kinds: Kinds = {
    user: userKind(() => kinds),
    us: userServiceKind(() => kinds),
    service: serviceKind(() => kinds),
    pay: payKind(() => kinds),
    bonus: bonusKind(() => kinds),
    wd: withdrawKind(() => kinds),
    profile: profileKind(() => kinds),
    storage: storageKind(() => kinds),
    server: serverKind(() => kinds),
    sg: serverGroupKind(() => kinds),
    spool: spoolKind(() => kinds),
    spool_history: spoolHistoryKind(() => kinds),
    promo: promoKind(() => kinds),
  };
  return kinds;
}
