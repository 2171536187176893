import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

const print = (source: string, params = {}) => system.print(source, { params });

it.each([
  'misc.parse_period({ a = 1 })',
  'misc.sum_period([{ a = 1 }])',
  'promo({ a = 1 })',
  'storage({ a = 1 }).name',
])('%s is nothing, and no error', async (expression) => {
  expect(await print(`{{ ${expression} }}`)).toBe('');
});

/** templates.md 1.4. */
describe('toJson', () => {
  it.each([
    ['toJson(x = nope)', '{"x":""}'],
    ['toJson(b = 1, a = "2", c = 1.5)', '{"a":"2","b":1,"c":1.5}'],
    ['toJson({ z = [1, "a", { y = 1 }] })', '{"z":[1,"a",{"y":1}]}'],
    ['toJson([])', '[]'],
    ['toJson({})', '{}'],
    ["toJson('')", ''],
    ['toJson(0)', ''],
    ['toJson(nope)', ''],
    ['toJson()', ''],
    ['toJson(a = true, b = false, c = null)', '{"a":true,"b":false,"c":null}'],
    ['toJson({ deep = [{ a = null, b = true }] })', '{"deep":[{"a":null,"b":true}]}'],
    ["toJson(a = 'ä/\"\\\\')", '{"a":"ä/\\"\\\\"}'],
    ['toJson(x = 0.1 + 0.2)', '{"x":0.3}'],
    ['toJson(x = 9007199254740993)', '{"x":9007199254740993}'],
    [
      'toJson(b = 1, a = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9)',
      '{"a":2,"b":1,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9}',
    ],
  ])('%s', async (expression, expected) => {
    expect(await print(`{{ ${expression} }}`)).toBe(expected);
  });

  it('writes objects as their rows at any depth', async () => {
    expect(JSON.parse(await print('{{ toJson(user) }}'))).toMatchObject({ user_id: 1, login: 'admin', settings: {} });
    expect(JSON.parse(await print('{{ toJson(u = user, list = [{ deep = user }]) }}'))).toMatchObject({
      u: { user_id: 1 },
      list: [{ deep: { login: 'admin' } }],
    });
    expect(JSON.parse(await print('{{ toJson(user.items) }}'))).toMatchObject([{ login: 'admin' }]);
  });

  it('refuses what holds itself', async () => {
    await expect(print('{{ h = { a = 1 } }}{{ h.self = h }}{{ toJson(h) }}')).rejects.toMatchObject({ status: 400 });
  });
});

describe('other functions', () => {
  it.each([
    ['fromJson(\'{"a":[1,2]}\').a.1', '2'],
    ["fromJson('').a", ''],
    ["fromJson('{oops').a", ''],
    ['fromJson(\'{"a":1, # why\n }\').a', '1'],
    ["fromJson('[1,2,]').size", '2'],
    ["toQueryString({ b = 'x y', a = 'ä&', c = nope })", 'a=%C3%A4%26&b=x%20y&c='],
    ["toQueryString('text')", ''],
    ["toBase64Url('a?b>')", 'YT9iPg'],
    ["fromBase64Url('YT9iPg')", 'a?b>'],
    ['ref({ a = 1 }).first.a', '1'],
    ['ref(nope).size', '0'],
    ['ref([1, 2]).size', '2'],
    ['STATUS_WAIT_FOR_PAY', 'NOT PAID'],
    ['EVENT_ACTIVATE_FORCE', 'ACTIVATE FORCE'],
    ['TASK_STUCK', 'STUCK'],
    ['SUCCESS _ FAIL', '10'],
    ['GROUP_ID_MAIL', '2'],
    ['response.test_data', '1'],
    ['env.PATH', ''],
  ])('%s', async (expression, expected) => {
    expect(await print(`{{ ${expression} }}`)).toBe(expected);
  });

  it('lists order and pick by key', async () => {
    const list = '{{ l = [{ n = 2 }, { n = 10 }, { m = 1 }] }}';
    expect(await print(`${list}{{ l.sort_by_key( n = 'desc' ).first.n }},{{ l.pluck('n').join('+') }}`)).toBe(
      '10,2+10',
    );
  });
  it('tg_api prints its argument', async () => {
    expect(JSON.parse(await print('{{ tg_api({ sendMessage = { text = "x" } }) }}'))).toEqual({
      sendMessage: { text: 'x' },
    });
  });
  it('dump shows a value', async () => {
    expect(await print('{{ dump({ a = [1] }) }}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  });
});

describe('misc', () => {
  it.each([
    ["misc.add_date_time('2024-01-31 10:00:00', { month = 1 })", '2024-03-02 10:00:00'],
    ["misc.add_period('2024-01-31','1m')", '2024-03-02 00:00:00'],
    ["misc.start_of_month('2024-02-15 10:00:00')", '2024-02-01 00:00:00'],
    ["misc.end_of_month('2024-02-15')", '2024-02-29 23:59:59'],
    ["misc.days_in_months('2024-02-15')", '29'],
    ["misc.start_of_day('2024-02-15 10:00:00')", '2024-02-15 00:00:00'],
    ["misc.utime_to_string(misc.string_to_utime('2024-02-15 10:00:00'))", '2024-02-15 10:00:00'],
    ["misc.parse_date('2024-02-15').month", '2'],
    ["misc.encode_base64('a?b>')", 'YT9iPg=='],
    ["misc.decode_base64('YT9iPg==')", 'a?b>'],
    ['misc.html_escape(\'<a href="x">\')', '&lt;a href=&quot;x&quot;&gt;'],
    ["misc.sha256_hex('abc')", 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ["misc.hmac_sha256_hex('abc', 'key')", '9c196e32dc0175f86f4b1cb89289d6619de6bee699e4c378e68309ed97a1a6ab'],
    ['misc.passgen(12).length', '12'],
    ['misc.uuid_gen.length', '36'],
    ["misc.is_email('a@b.de') _ misc.is_email('a')", '10'],
    ["misc.is_host('a.de') _ misc.is_host('a_b')", '10'],
    ['misc.round(2.345, 2)', '2.35'],
    ['misc.round_up(2.1)', '3'],
    ['misc.round_down(2.9)', '2'],
    ['misc.encode_json({ b = 1, a = 2 })', '{"a":2,"b":1}'],
    ['misc.decode_json(\'{"a":1}\').a', '1'],
    ["misc.parse_period('1.1502').days", '15'],
    ["misc.parse_period('1.1502').hours", '2'],
    ["misc.parse_period('x').days", ''],
    ["misc.sum_period('0.0023', '0.2901')", '1.0000'],
    ["misc.sum_period(1, '2.15')", '3.1500'],
    ["misc.sum_period('12.2945', '8.1535', '3.0820')", '24.2604'],
    ['misc.sum_period()', '0.0000'],
    ["misc.add_period('2025-01-15 10:30:00', '30d')", '2025-02-14 10:30:00'],
    ["misc.add_period('2025-01-31 12:00', '1m')", '2025-03-03 12:00:00'],
    ["misc.add_period('2025-01-15 10:30:00', '24H')", '2025-01-16 10:30:00'],
    ["misc.add_period('2025-01-15 10:30:00', '5M')", '2025-01-15 10:35:00'],
    ["misc.add_period('2025-01-15 10:30:00', '5x')", '2025-01-15 10:30:00'],
    ["misc.is_ip_allowed('10.1.2.3', '10.0.0.0/8')", '1'],
    ["misc.is_ip_allowed('11.1.2.3', ['10.0.0.0/8', '::1'])", '0'],
    ["misc.is_ip_allowed('::1', ['10.0.0.0/8', '::1'])", '1'],
    ["misc.sort_by_keys([{ n = 2 }, { n = 1 }], 'n').first.n", '1'],
    ['misc.hash_merge({ a = 1 }, { b = 2 }).b', '2'],
    ["misc.uniq_by_key([{ n = 1 }, { n = 1 }, { n = 2 }], 'n').size", '2'],
    ["misc.pluck([{ n = 1 }, { m = 1 }], 'n').join", '1'],
    ['misc.get_random_value([5])', '5'],
    ["misc.to_query_string({ a = 'x y' })", 'a=x%20y'],
    ["misc.encode_base64url('a?b>') _ misc.decode_base64url('YT9iPg')", 'YT9iPga?b>'],
    ["misc.sha512_hex('a').length _ misc.sha256('a').length _ misc.sha512('a').length", '1284488'],
    ["misc.hmac_sha256('abc', 'key') == misc.hmac_sha256_base64('abc', 'key')", '1'],
    ["misc.hmac_sha512_hex('abc', 'key').length", '128'],
    ["misc.format_time_diff('2024-01-01 00:00:00', '2024-01-03 05:21:00')", '2 дня 5 часов 21 минута'],
    ["misc.format_time_diff('2024-01-03', '2024-01-01')", '2 дня'],
    ['misc.format_time_diff(61)', '1 минута'],
    ["misc.format_time_diff('x', 'y')", ''],
    ['misc.format_time_diff(misc.now)', '0 секунд'],
    ['misc.now == misc.utime_to_string(misc.time)', '1'],
  ])('%s', async (expression, expected) => {
    expect(await print(`{{ ${expression} }}`)).toBe(expected);
  });

  it('counts calls of an address, for each template and name alone', async () => {
    const settings = { allow_write: true };
    const limited = async (name: string, address?: string) => {
      const caller = { ...as.admin(), ...(address === undefined ? {} : { address }) };
      return (await system.render(name, { caller })).body;
    };
    const one = await system.save(
      "{{ misc.ip_rate_limit(2, 3600) }}{{ misc.ip_rate_limit( limit = 9 , name = 'n' ) }}",
      settings,
    );
    const texts = [];
    for (const address of [
      '203.0.113.7',
      '203.0.113.7',
      '203.0.113.7',
      '::ffff:203.0.113.7',
      '203.0.113.8',
      '10.0.0.1',
    ]) {
      texts.push(await limited(one, address));
    }
    expect(texts).toEqual(['11', '11', '01', '01', '11', '11']);
    expect(await limited(await system.save('{{ misc.ip_rate_limit(1, 60) }}', settings))).toBe('1');
    await expect(limited(await system.save('{{ misc.ip_rate_limit(0, 60) }}', settings))).rejects.toMatchObject({
      message: expect.stringContaining('expected limit from 1 to'),
    });
    await expect(limited(await system.save('{{ misc.ip_rate_limit(1, 60) }}'))).rejects.toMatchObject({
      message: expect.stringContaining('misc.ip_rate_limit writes'),
    });
  });

  it('shows the caller’s address, and has no files', async () => {
    const caller = { ...as.admin(), address: '203.0.113.7' };
    expect(await system.print('{{ misc.get_user_ip }}', { caller })).toBe('203.0.113.7');
    await expect(print("{{ misc.read_file('/etc/passwd') }}")).rejects.toMatchObject({ status: 400 });
  });
});
