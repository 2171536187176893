import type { JsonObject } from '@countinghouse/contracts';

/** The configuration of a fresh system (domain.md 1.17). Addresses are filled in by whoever runs it. */
export const PRODUCTION_SEED: Readonly<Record<string, JsonObject>> = {
  _shm: { version: '1.0.0' },
  api: { url: '' },
  billing: {
    type: 'Simpler',
    currency: 'RUB',
    partner: { income_percent: 0 },
    allow_user_register_api: 1,
    allow_user_register_captcha: 0,
  },
  cli: { url: '' },
  company: { name: 'My Company LTD' },
  defaults: {},
  mail: { from: 'mail@domain.ru' },
  pay_systems: { manual: { name: 'Manual payment', show_for_client: false, weight: 0 } },
  telegram: {},
};
