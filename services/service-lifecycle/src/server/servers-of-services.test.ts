import {
  actOnTask,
  addIdentity,
  addServer,
  addServerGroup,
  addService,
  addServiceEvent,
  deleteUserService,
  listServers,
  type Operation,
  orderForUser,
  readUserServices,
  type ServerRow,
  stopUserService,
  type UserServiceRow,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SpoolWorld } from '../spool/spool-world.ts';
import { isOpenSshMissing, type OpenSshServer, startOpenSshServer } from '../transport/open-ssh-server.ts';

const USER = 7;
const PLACES = 2;

/** Four services for two servers with two places each, created over ssh; then one too many, until somebody leaves. */
describe.skipIf(isOpenSshMissing)('services on the servers of a group', () => {
  let world: SpoolWorld;
  let sshd: OpenSshServer;
  let serviceId: number;
  const ordered: number[] = [];

  beforeAll(async () => {
    [world, sshd] = await Promise.all([SpoolWorld.open({ now: '2022-01-01 00:00:00' }), startOpenSshServer()]);
    await world.user(USER, 1000);
    const key = await row<{ id: number }>(addIdentity, { name: 'key', private_key: sshd.privateKey });
    const group = await row<{ group_id: number }>(addServerGroup, { name: 'hosts', type: 'evenly' });
    const settings = { key_id: key.id, port: sshd.port, max_services: PLACES };
    const server = { server_gid: group.group_id, transport: 'ssh', host: `${sshd.user}@127.0.0.1`, settings };
    for (const name of ['first', 'second']) await world.call(addServer, { name, ...server });
    const command = { transport: 'ssh', category: 'web', cmd: 'true' };
    await world.call(addServiceEvent, { name: 'create', title: 'c', server_gid: group.group_id, settings: command });
    for (const name of ['block', 'remove']) {
      await world.call(addServiceEvent, { name, title: name, server_gid: 0, settings: command });
    }
    serviceId = (await row<{ service_id: number }>(addService, { name: 'web', cost: 1, category: 'web' })).service_id;
  });
  afterAll(async () => {
    sshd.stop();
    await world.close();
  });

  async function row<R>(operation: Operation, args: object): Promise<R> {
    const reply = (await world.call(operation, args as never)) as unknown as { rows: readonly R[] };
    return reply.rows[0] as R;
  }

  async function order(): Promise<void> {
    const args = { user_id: USER, service_id: serviceId };
    ordered.push((await row<UserServiceRow>(orderForUser, args)).user_service_id);
  }

  async function services(): Promise<UserServiceRow[]> {
    return [...(await world.call(readUserServices, { user_service_ids: ordered })).rows];
  }

  async function counts(): Promise<number[]> {
    const { rows } = await world.call(listServers, { transport: 'ssh' } as never);
    return (rows as ServerRow[]).map(({ services_count }) => services_count);
  }

  it('spread evenly, though their tasks run at the same time', async () => {
    await Promise.all(Array.from({ length: 2 * PLACES }, order));
    await world.run();
    expect((await services()).map(({ status }) => status)).toEqual(Array(2 * PLACES).fill('ACTIVE'));
    expect(await counts()).toEqual([PLACES, PLACES]);
  });

  it('wait where every server is full', async () => {
    await order();
    await world.run();
    expect((await services()).at(-1)).toMatchObject({ status: 'PROGRESS', settings: {} });
    const [task] = await world.tasks();
    expect(task).toMatchObject({
      status: 'STUCK',
      response: { error: expect.stringContaining('No server of the group') },
    });
    expect(await counts()).toEqual([PLACES, PLACES]);
  });

  it('take the place of a removed one, which its commands found where it was', async () => {
    const [leaving] = await services();
    const { server_id: left } = (leaving?.settings ?? {}) as { server_id?: number };
    expect(left).toBeGreaterThan(0);
    const of = { user_id: USER, user_service_id: leaving?.user_service_id ?? 0 };
    await world.call(stopUserService, of);
    await world.run();
    await world.call(deleteUserService, of);
    await world.run();
    expect((await services())[0]).toMatchObject({ status: 'REMOVED', settings: {} });
    const [task] = await world.tasks();
    await world.call(actOnTask, { action: 'retry', id: task?.id ?? 0 } as never);
    world.now = '2022-01-01 00:00:10';
    await world.run();
    expect((await services()).at(-1)).toMatchObject({ status: 'ACTIVE', settings: { server_id: left } });
    expect(await counts()).toEqual([PLACES, PLACES]);
  });
});
