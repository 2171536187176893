/** A payment of the demonstration: with it the balances of peer-http-api.md 7 are what the ledger says. */
export interface DemoPayment {
  readonly user_id: number;
  readonly money: number;
  readonly date: string;
}

export const DEMO_PAYMENTS: readonly DemoPayment[] = [
  { user_id: 40092, money: 455, date: '2014-10-02 14:05:39' },
  { user_id: 40092, money: 455, date: '2016-01-04 20:33:35' },
  { user_id: 40094, money: 430, date: '2016-02-01 12:30:00' },
];

/** A paid write-off, bought at a moment. */
interface DemoCharge {
  readonly cost: number;
  readonly at: string;
}

export interface DemoUserService {
  readonly id: number;
  readonly user_id: number;
  readonly service_id: number;
  readonly status: 'ACTIVE' | 'REMOVED';
  readonly created: string;
  readonly expire?: string;
  readonly next?: number;
  readonly charge?: DemoCharge;
  /** Ids and services of what is below. */
  readonly children?: readonly (readonly [id: number, service_id: number])[];
}

const DANUK = { user_id: 40092, status: 'ACTIVE' } as const;
const YA = { user_id: 40094, status: 'ACTIVE', created: '2016-02-01 12:40:00' } as const;

/** Four trees of user 40092 with 19 services and a removed one, eight of user 40094; six write-offs. */
export const DEMO_USER_SERVICES: readonly DemoUserService[] = [
  {
    ...{ ...DANUK, id: 16, service_id: 5, created: '2014-10-02 14:10:00' },
    children: [
      ...([17, 18, 20, 21, 22, 23] as const).map((id) => [id, 31] as const),
      ...([24, 25, 26, 27, 28] as const).map((id) => [id, 30] as const),
      [29, 8],
    ],
  },
  { ...DANUK, id: 19, service_id: 29, created: '2014-10-02 14:11:00' },
  {
    ...{ ...DANUK, id: 99, service_id: 110, created: '2014-10-07 21:53:00', expire: '2017-01-31 23:59:50' },
    charge: { cost: 123.45, at: '2017-01-01 00:00:00' },
    children: [
      [100, 112],
      [101, 111],
      [102, 29],
    ],
  },
  {
    ...{ ...DANUK, id: 2949, service_id: 11, next: 12, created: '2016-07-29 12:39:46', expire: '2017-07-29 12:39:46' },
    charge: { cost: 590, at: '2016-07-29 12:39:46' },
  },
  {
    ...{ ...DANUK, id: 2945, service_id: 4, status: 'REMOVED', created: '2015-05-01 10:00:00' },
    ...{ expire: '2015-05-31 23:59:59', charge: { cost: 218.11, at: '2015-05-01 10:00:00' } },
  },
  { ...YA, id: 210, service_id: 2, expire: '2016-03-01 12:39:59', charge: { cost: 100, at: '2016-02-01 12:40:00' } },
  { ...YA, id: 211, service_id: 4, expire: '2016-03-01 12:39:59', charge: { cost: 200, at: '2016-02-01 12:40:00' } },
  { ...YA, id: 212, service_id: 1, expire: '2016-03-01 12:39:59', charge: { cost: 100, at: '2016-02-01 12:40:00' } },
  ...([213, 214, 215, 216, 217] as const).map((id) => ({ ...YA, id, service_id: 29 })),
];
