import { describe, expect, it } from 'vitest';
import { transportOptions } from './options.ts';

describe('the options of a transport (domain.md 4.6)', () => {
  it('takes task.settings before event.settings before server.settings before the row of the server', () => {
    const options = transportOptions({
      server: { server_id: 7, host: 'row', transport: 'ssh', settings: { host: 'server', port: 23, timeout: 1 } },
      event: { name: 'CREATE', settings: { port: 24, timeout: 2, cmd: 'event' } },
      settings: { timeout: 3, user_service_id: 5 },
    });
    expect(options).toEqual({
      server_id: 7,
      transport: 'ssh',
      host: 'server',
      port: 24,
      cmd: 'event',
      timeout: 3,
      user_service_id: 5,
    });
  });

  it('lets null and absence leave what an earlier one says', () => {
    const server = { host: 'row', ip: null, settings: null };
    expect(transportOptions({ server, event: { settings: { host: null } } })).toEqual({ host: 'row' });
    expect(transportOptions({})).toEqual({});
  });

  it('keeps 0, false and empty texts, and takes members whole', () => {
    const server = { settings: { verify_hostname: 1, headers: { a: '1' }, cmd: 'x' } };
    const settings = { verify_hostname: 0, headers: { b: '2' }, cmd: '' };
    expect(transportOptions({ server, settings })).toEqual(settings);
  });
});
