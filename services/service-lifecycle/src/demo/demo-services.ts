import type { ServiceRow } from '@countinghouse/contracts';

type DemoService = Partial<ServiceRow> & Pick<ServiceRow, 'service_id' | 'name' | 'cost' | 'category'>;

const part = (service_id: number, name: string, category: string): DemoService => ({
  ...{ service_id, name, category, cost: 0 },
});

/** The size comes from the settings of the user service. */
const sized = (name: string) => `${name} (\${QUOTA} mb)`;

/** The catalogue of peer-http-api.md 7; what it leaves out is invented. */
export const DEMO_SERVICES: readonly DemoService[] = [
  { service_id: 1, name: 'Domain maintenance', cost: 100, category: 'domain' },
  { service_id: 2, name: sized('Web tariff S'), cost: 100, category: 'web_tariff', allow_to_order: 1 },
  { service_id: 4, name: sized('Web tariff M'), cost: 200, category: 'web_tariff', allow_to_order: 1 },
  part(5, 'Web', 'web'),
  part(8, 'Database', 'mysql'),
  { service_id: 11, name: 'Domain, first year', cost: 590, period: 12, category: 'domain', no_discount: 1, next: 12 },
  { service_id: 12, name: 'Domain, renewal', cost: 890, period: 12, category: 'domain', no_discount: 1 },
  part(29, 'Mail', 'mail'),
  part(30, 'Mailbox', 'mailbox'),
  part(31, 'Web site', 'web'),
  { service_id: 50, name: 'Trial', cost: 0, period: 0.03, category: 'web_tariff', next: 2 },
  { service_id: 63, name: 'Backup', cost: 50, category: 'backup' },
  {
    service_id: 110,
    name: 'Web tariff L',
    cost: 300,
    category: 'web_tariff',
    children: [112, 111, 29].map((service_id) => ({ service_id, qnt: 1 })),
  },
  part(111, 'Database of tariff L', 'mysql'),
  part(112, 'Web of tariff L', 'web'),
];

/** What is done when something happens; the first one as in peer-http-api.md 7. */
export const DEMO_EVENTS = [
  { id: 1, name: 'user_password_reset', title: 'Reset the password', server_gid: 3, settings: {} },
  ...(['web', 'mysql', 'mail'] as const).flatMap((category, index) =>
    (['create', 'block', 'activate', 'remove'] as const).map((name, at) => ({
      id: 2 + index * 4 + at,
      name,
      title: `${name} ${category}`,
      server_gid: 1,
      settings: { category, transport: 'local' },
    })),
  ),
];
