import * as field from '../field.ts';
import { pick, resource } from '../resource.ts';

/** peer-http-api.md A4, without the password: hashes never leave the user service (decisions.md 9). */
export const user = resource({
  name: 'user',
  key: 'user_id',
  rangeField: 'created',
  fields: {
    user_id: field.id({ description: 'The user' }),
    partner_id: field.id({ nullable: true, hidden: true, description: 'Who earns bonus from this user’s payments' }),
    login: field.text({ max: 128, description: 'Unique, lower case; letters, digits, @ . _ -' }),
    login2: field.text({ max: 128, nullable: true, description: 'A second login, unique among all logins' }),
    type: field.integer({
      min: 0,
      max: 2,
      default: 0,
      hidden: true,
      description: '0 person, 1 company, 2 sole trader',
    }),
    created: field.date({ description: 'When the user was added' }),
    last_login: field.date({ nullable: true, readOnly: true, description: 'The last login for a session' }),
    discount: field.percent({ default: 0, description: 'Personal discount in percent' }),
    balance: field.money({ default: 0, readOnly: true, description: 'Changed by payments and write-offs only' }),
    credit: field.money({ default: 0, description: 'How far the balance may go below zero' }),
    comment: field.text({ max: 255, nullable: true, hidden: true }),
    dogovor: field.text({ max: 32, nullable: true, description: 'Number of the contract' }),
    block: field.flag({ default: 0, hidden: true, description: '1 keeps the user out and ends his sessions' }),
    gid: field.flag({ default: 0, hidden: true, description: '1 for administrators' }),
    perm_credit: field.flag({ default: 0, hidden: true, description: 'Setting it publishes the event CREDIT' }),
    full_name: field.text({ max: 255, nullable: true }),
    can_overdraft: field.flag({ default: 0, hidden: true, description: '1 skips the money check' }),
    bonus: field.money({ default: 0, readOnly: true, description: 'Changed by bonuses and write-offs only' }),
    phone: field.text({ max: 20, nullable: true }),
    verified: field.flag({ default: 0, hidden: true }),
    create_act: field.flag({ default: 1, hidden: true }),
    settings: field.json({ shape: 'object', default: {}, hidden: true, description: 'Free; replaced as a whole' }),
  },
});

/** What a user may change of himself (domain.md 1.1). */
export const selfFields = pick(user.fields, ['full_name', 'phone']);

/** A row of a user; the fields marked hidden are there for administrators only. */
export interface UserRow {
  readonly user_id: number;
  readonly partner_id?: number | null;
  readonly login: string;
  readonly login2: string | null;
  readonly type?: number;
  readonly created: string;
  readonly last_login: string | null;
  readonly discount: number;
  readonly balance: number;
  readonly credit: number;
  readonly comment?: string | null;
  readonly dogovor: string | null;
  readonly block?: number;
  readonly gid?: number;
  readonly perm_credit?: number;
  readonly full_name: string | null;
  readonly can_overdraft?: number;
  readonly bonus: number;
  readonly phone: string | null;
  readonly verified?: number;
  readonly create_act?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
}
