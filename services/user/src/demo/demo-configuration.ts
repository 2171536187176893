import type { JsonObject } from '@countinghouse/contracts';
import { PRODUCTION_SEED } from '../configuration/production-seed.ts';

/** The configuration of the demonstration system (peer-http-api.md 7). */
export const DEMO_CONFIGURATION: Readonly<Record<string, JsonObject>> = {
  ...PRODUCTION_SEED,
  api: { url: 'http://127.0.0.1:8080' },
  billing: {
    type: 'Honest',
    currency: 'RUB',
    partner: { income_percent: 20 },
    allow_user_register_api: 1,
    allow_user_register_captcha: 0,
  },
  cli: { url: 'http://127.0.0.1:8080' },
  company: { name: 'My Company LTD' },
  mail: { from: 'mail@domain.ru' },
  pay_systems: {
    manual: { name: 'Manual payment', show_for_client: false, weight: 0 },
    yoomoney: { name: 'YooMoney', paysystem: 'yoomoney', show_for_client: true, weight: 10 },
  },
};
