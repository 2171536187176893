/** As many users as the peer's figures were taken with. */
export const USERS = 100;

/** `source` is answered unrendered: what the others take beyond it is rendering. */
export const TEMPLATES = {
  source: { data: 'ok', settings: { allow_public: true, no_parse: true } },
  secret: {
    data: "{{ IF request.headers.x-webhook-secret == 's3cret' }}{{ toJson(ok = 1) }}{{ END }}",
    settings: { allow_public: true },
  },
  users: {
    data: '[{{ FOR u IN user.items }}{{ toJson(user_id = u.user_id, login = u.login, balance = u.balance) }}{{ UNLESS loop.last }},{{ END }}{{ END }}]',
    settings: { allow_public: true },
  },
  payments: {
    data: '{{ FOR u IN user.items }}{{ u.login }} {{ u.pays.last.money }};{{ END }}',
    settings: { allow_public: true },
  },
} as const;
