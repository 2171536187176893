import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dateTextOf, instantOf } from './stored-date.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('dates', () => {
  beforeEach(() => {
    process.env.TZ = 'Europe/Berlin';
  });

  it('are instants in the zone of the process', () => {
    expect(instantOf('2019-04-01 01:02:03').toISOString()).toBe('2019-03-31T23:02:03.000Z');
    expect(dateTextOf(new Date('2019-12-31T23:00:00.999Z'))).toBe('2020-01-01 00:00:00');
    expect(dateTextOf(instantOf('0099-12-31 23:59:59'))).toBe('0099-12-31 23:59:59');
  });

  it('that the clocks skip lie as far behind the beginning of the gap', () => {
    expect(dateTextOf(instantOf('2019-03-31 02:30:00'))).toBe('2019-03-31 03:30:00');
  });

  it('that come twice mean the first time', () => {
    expect(instantOf('2019-10-27 02:30:00').toISOString()).toBe('2019-10-27T00:30:00.000Z');
    expect(dateTextOf(new Date('2019-10-27T01:30:00Z'))).toBe('2019-10-27 02:30:00');
  });

  it.each(['2019-04-01', '2019-04-01 aa:00:00', ''])('refuse %j', (text) => {
    expect(() => instantOf(text)).toThrow('YYYY-MM-DD HH:MM:SS');
  });
});
