import type { JsonValue, UserFields } from '@countinghouse/contracts';

export interface DemoUser {
  readonly id: number;
  readonly login: string;
  /** None cannot log in. */
  readonly password?: string;
  readonly fields: UserFields;
}

/** The users of peer-http-api.md 7 beside the administrator; their money is billing's. */
export const DEMO_USERS: readonly DemoUser[] = [
  { id: 108, login: '', fields: { full_name: 'Without login', created: '2014-01-01 00:00:00' } },
  {
    id: 40092,
    login: 'danuk',
    password: 'danuk',
    fields: {
      full_name: 'Daniil Demo',
      phone: '+70000000092',
      created: '2014-09-01 12:00:00',
      credit: 100_000,
      settings: { telegram: { chat_id: 298_002_190 } },
    },
  },
  {
    id: 40093,
    login: 'blocked',
    password: 'blocked',
    fields: { full_name: 'Blocked Demo', created: '2015-03-01 12:00:00', block: 1 },
  },
  {
    id: 40094,
    login: 'ya',
    password: 'ya',
    fields: { full_name: 'Yana Demo', phone: '+70000000094', created: '2016-02-01 12:00:00', credit: 100 },
  },
];

export interface DemoProfile {
  readonly id: number;
  readonly userId: number;
  readonly data: JsonValue;
}

export const DEMO_PROFILES: readonly DemoProfile[] = [
  { id: 1, userId: 40092, data: { email: 'email@domain.ru', city: 'Moscow' } },
];
