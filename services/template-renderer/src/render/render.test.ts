import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

const everybody = { allow_public: true };

describe('a public template that checks a secret header (spec 4.7)', () => {
  const source = "{{ IF request.headers.x-webhook-secret == 's3' }}welcome{{ ELSE }}go away{{ END }}";
  it('reads the documented spelling', async () => {
    const headers = { 'x-webhook-secret': 's3' };
    expect(await system.print(source, { settings: everybody, caller: as.nobody(), headers })).toBe('welcome');
    expect(await system.print(source, { settings: everybody, caller: as.nobody() })).toBe('go away');
  });
  it('reads the spellings with underscores', async () => {
    const headers = { 'x-webhook-secret': 's3' };
    const other = '{{ request.headers.x_webhook_secret }} {{ request.headers.HTTP_X_WEBHOOK_SECRET }}';
    expect(await system.print(other, { settings: everybody, caller: as.nobody(), headers })).toBe('s3s3');
  });
});

describe('the user of a call', () => {
  it('is the caller', async () => {
    expect(await system.print('{{ user.id }} {{ user.login }}|{{ user.balance }}')).toBe('1admin|0');
  });
  it('is nobody in public calls', async () => {
    const options = { settings: everybody, caller: as.nobody() };
    expect(await system.print('<{{ user.id }}{{ user.login }}>', options)).toBe('<>');
  });
  it('is found by switch', async () => {
    const source =
      '{{ user = user.switch(request.params.uid) }}{{ IF user.id }}{{ user.login }}{{ ELSE }}nobody{{ END }}';
    const print = (uid: string) => system.print(source, { settings: everybody, caller: as.nobody(), params: { uid } });
    expect(await print('1')).toBe('admin');
    expect(await print('77')).toBe('nobody');
    expect(await print('')).toBe('nobody');
  });
  it('lists all users', async () => {
    const source =
      '{{ FOR u IN user.items }}{{ toJson(user_id = u.user_id, login = u.login, balance = u.balance) }}{{ END }}';
    expect(await system.print(source, { settings: everybody, caller: as.nobody() })).toBe(
      '{"balance":0,"login":"admin","user_id":1}',
    );
  });
});
