import { authenticate, listProfiles, listUsers, readConfigKey } from '@countinghouse/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN, as, TestSystem } from '../test-system.ts';

let system: TestSystem | undefined;
afterEach(async () => {
  await system?.stop();
  system = undefined;
});

describe('DEMO_DATA', () => {
  it('loads the fixture of peer-http-api.md 7 beside the administrator, once', async () => {
    system = await TestSystem.start({ DEMO_DATA: '1' });
    await expect
      .poll(() => [...(system?.neighbours.accounts.keys() ?? [])].sort())
      .toEqual([1, 108, 40092, 40093, 40094]);
    const ids = (await system.rows(listUsers, {})).map((row) => row.user_id);
    expect(ids).toEqual([40094, 40092, 108, 1]);
    const [danuk] = await system.rows(listUsers, { user_id: 40092 });
    expect(danuk).toMatchObject({ login: 'danuk', credit: 100_000, settings: { telegram: { chat_id: 298002190 } } });
    expect(await system.row(listUsers, { user_id: 40093 })).toMatchObject({ block: 1 });
    const known = (login: string, password: string) =>
      system?.rows(authenticate, { credential: { kind: 'password', login, password } }, as.nobody());
    expect(await known('danuk', 'danuk')).toMatchObject([{ user_id: 40092 }]);
    expect(await known(ADMIN.login, ADMIN.password)).toMatchObject([{ user_id: 1, role: 'admin' }]);
    expect(await known('', '')).toEqual([]);
    expect(await system.rows(listProfiles, { user_id: 40092 })).toMatchObject([{ data: { email: 'email@domain.ru' } }]);
    expect(await system.row(readConfigKey, { key: 'billing' })).toMatchObject({
      type: 'Honest',
      partner: { income_percent: 20 },
    });
    await system.service.stop();
    await system.restart();
    expect(await system.rows(listUsers, {})).toHaveLength(4);
  });

  it('is refused in production', async () => {
    await expect(TestSystem.start({ DEMO_DATA: '1', NODE_ENV: 'production', TEST_CLOCK: '0' })).rejects.toThrow(
      'DEMO_DATA',
    );
  });
});
