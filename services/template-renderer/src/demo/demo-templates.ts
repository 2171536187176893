import type { JsonObject } from '@countinghouse/contracts';

export interface DemoTemplate {
  readonly id: string;
  readonly settings: JsonObject;
  readonly data: string;
}

/** Something of each kind for a newcomer to look at. */
export const DEMO_TEMPLATES: readonly DemoTemplate[] = [
  {
    id: 'balance',
    settings: { allow_public: true },
    data: `{{# A webhook: another system asks with a secret header for the balance of the user ?uid=… }}
{{ IF request.headers.x-webhook-secret == 'change-me' }}
{{ user = user.switch(request.params.uid) }}
{{ IF user.id }}
{{ toJson( user_id = user.id, balance = user.balance, last_payment = user.pays.last, to_pay = user.pays.forecast.total ) }}
{{ ELSE }}
{{ report.status(404); report.add_error('There is no such user') }}
{{ END }}
{{ ELSE }}
{{ report.status(403); report.add_error('The secret is missing or wrong') }}
{{ END }}`,
  },
  {
    id: 'users',
    settings: { deny_for_http_user: true },
    data: `{{# All users as JSON, for administrators: ?format=json }}
[{{ FOR u IN user.items }}
{{ toJson( user_id = u.user_id, login = u.login, balance = u.balance ) }}{{ UNLESS loop.last }},{{ END }}
{{ END }}]`,
  },
  {
    id: 'account',
    settings: {},
    data: `{{# A page for the signed-in user: ?format=html }}
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{{ config.company.name | html }}</title></head>
<body>
<h1>{{ user.full_name || user.login | html }}</h1>
<p>Balance: {{ user.balance | format('%.2f') }} {{+ config.billing.currency }}</p>
<table>
{{ FOR s IN ref(user.services.list_for_api( limit = 100 )) }}
<tr><td>{{ s.name | html }}</td><td>{{ s.status }}</td><td>{{ s.expire }}</td></tr>
{{ END }}
</table>
{{ PROCESS footer }}
</body>
</html>`,
  },
  {
    id: 'footer',
    settings: {},
    data: '<footer>{{ config.company.name | html }}</footer>',
  },
  {
    id: 'pay-link',
    settings: { allow_public: true },
    data: `{{# A link as a QR code: ?uid=…&format=qrcode }}
{{ config.api.url }}/shm/v1/public/pay?uid={{ request.params.uid | uri }}`,
  },
  {
    id: 'mail-forecast',
    settings: { subject: 'Your services end soon' },
    data: `Dear {{ user.full_name || user.login }},

please pay {{ user.pays.forecast.total }} {{+ config.billing.currency }} for:
{{ FOR item IN user.pays.forecast.items }}
- {{ item.name }} until {{ item.expire || 'you pay' }}: {{ item.total }}
{{ END }}`,
  },
  {
    id: 'promo-bonus',
    settings: { allow_write: true },
    data: `{{# What a promo code is worth: its settings say how much bonus }}
{{ user.add_bonus(promo.settings.bonus || 10, 'promo code ' _ promo.id) }}
You have got a bonus of {{ promo.settings.bonus || 10 }}.`,
  },
];
