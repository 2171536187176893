import type {
  BonusRow,
  PayRow,
  ProfileRow,
  PromoRow,
  ServerGroupRow,
  ServerRow,
  ServiceRow,
  SpoolHistoryRow,
  SpoolTaskRow,
  StorageRow,
  UserRow,
  UserServiceRow,
  WithdrawRow,
} from '@countinghouse/contracts';
import type { Kind } from './model-object.ts';

/** Every kind of object; they refer to each other through this. */
export interface Kinds {
  readonly user: Kind<UserRow>;
  readonly us: Kind<UserServiceRow>;
  readonly service: Kind<ServiceRow>;
  readonly pay: Kind<PayRow>;
  readonly bonus: Kind<BonusRow>;
  readonly wd: Kind<WithdrawRow>;
  readonly profile: Kind<ProfileRow>;
  readonly storage: Kind<StorageRow>;
  readonly server: Kind<ServerRow>;
  readonly sg: Kind<ServerGroupRow>;
  readonly spool: Kind<SpoolTaskRow>;
  readonly spool_history: Kind<SpoolHistoryRow>;
  readonly promo: Kind<PromoRow>;
}
