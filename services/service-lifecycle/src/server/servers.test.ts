import {
  addServer,
  addServerGroup,
  addUserService,
  changeServer,
  changeServerGroup,
  deleteServer,
  deleteServerGroup,
  deleteUserService,
  listServerGroups,
  listServers,
  readServers,
  type ServerGroupRow,
  type ServerRow,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultOf, World } from '../story/world.ts';
import { addFirstServers } from './first-servers.ts';
import { Servers } from './servers.ts';

let world: World;
let servers: Servers;
let userId: number;
let serviceId: number;
let group: number;

beforeAll(async () => {
  world = await World.open();
  servers = new Servers(world.services.lifecycle.store);
  userId = await world.user();
  serviceId = await world.service();
});
afterAll(() => world.close());

beforeEach(async () => {
  group = await addGroup({ type: 'evenly' });
});

async function addGroup(terms: Partial<ServerGroupRow>): Promise<number> {
  const row: ServerGroupRow = await world.row(addServerGroup, { name: 'group', ...terms } as never);
  return row.group_id;
}

async function add(terms: Partial<ServerRow> = {}): Promise<number> {
  const args = { name: 'server', transport: 'ssh', server_gid: group, ...terms };
  const row: ServerRow = await world.row(addServer, args as never);
  return row.server_id;
}

/** A service of the user on a server. */
async function serviceOn(server_id: number): Promise<number> {
  const row: { user_service_id: number } = await world.row(addUserService, {
    user_id: userId,
    service_id: serviceId,
    status: 'BLOCK',
    settings: { server_id },
  } as never);
  return row.user_service_id;
}

const rowsOf = async (args: object) => [...((await world.call(listServers, args as never)).rows as ServerRow[])];

describe('servers', () => {
  it('are there with their defaults', async () => {
    const row = await world.row(addServer, { name: 'one', transport: 'http', host: 'https://example.com' });
    expect(row).toEqual({
      server_id: expect.any(Number),
      server_gid: null,
      name: 'one',
      transport: 'http',
      host: 'https://example.com',
      ip: null,
      weight: 100,
      success_count: 0,
      fail_count: 0,
      services_count: 0,
      enabled: 1,
      settings: null,
    });
  });

  it('change in what is given, whatever count comes back with it', async () => {
    const id = await add({ settings: { port: 23 }, services_count: 2 });
    const row = await world.row(changeServer, { server_id: id, enabled: 0, services_count: 99 } as never);
    expect(row).toMatchObject({ server_id: id, enabled: 0, services_count: 2, settings: { port: 23 } });
    expect(await world.row(changeServer, { server_id: id })).toEqual(row);
  });

  it('are refused with wrong or missing arguments, unknown ids and taken ones', async () => {
    const refused = (args: object) => faultOf(world.call(addServer, args as never));
    expect(await refused({ transport: 'ssh' })).toBe('400 Field required: name');
    expect(await refused({ name: 'one' })).toBe('400 Field required: transport');
    expect(await refused({ name: 'one', transport: 'pigeon' })).toContain(
      '400 Invalid value of transport: expected one of',
    );
    expect(await refused({ name: 'one', transport: 'ssh', server_id: 1 })).toBe('409 The server 1 exists already');
    expect(await faultOf(world.call(changeServer, { server_id: 99_999 }))).toContain('404 Object not found');
    expect(await faultOf(world.call(deleteServer, { server_id: 99_999 }))).toContain('404 Object not found');
  });

  it('count the services that are on them, and can be listed by that', async () => {
    const [first, second] = [await add(), await add({ services_count: 1 })];
    await serviceOn(first);
    await serviceOn(first);
    const rows = await rowsOf({ server_gid: group, sort_field: 'services_count', sort_direction: 'desc' });
    expect(rows.map(({ server_id, services_count }) => [server_id, services_count])).toEqual([
      [first, 2],
      [second, 1],
    ]);
    expect(await rowsOf({ server_gid: group, filter: { services_count: { '>': 1 } } })).toHaveLength(1);
    const read = (await world.call(readServers, { server_ids: [second, first, 99_999] })).rows;
    expect(read.map((row) => row.services_count)).toEqual([2, 1]);
  });

  it('cannot be deleted while a service is on them', async () => {
    const id = await add();
    const usi = await serviceOn(id);
    expect(await faultOf(world.call(deleteServer, { server_id: id }))).toBe("400 Can't delete server with services");
    await world.call(deleteUserService, { user_id: userId, user_service_id: usi });
    expect(await world.status(usi)).toBe('REMOVED');
    expect((await world.call(deleteServer, { server_id: id })).rows).toEqual(['1']);
    expect(await servers.read(id)).toBeUndefined();
  });
});

describe('groups of servers', () => {
  it('are there with their defaults', async () => {
    const row = await world.row(addServerGroup, { name: 'web' });
    expect(row).toEqual({
      group_id: expect.any(Number),
      name: 'web',
      type: 'random',
      transport: 'ssh',
      settings: null,
    });
    const changed = await world.row(changeServerGroup, { group_id: group, type: 'by-one', settings: { a: 1 } });
    expect(changed).toMatchObject({ type: 'by-one', settings: { a: 1 } });
  });

  it('are refused with a rule that there is not, unknown ids and taken ones', async () => {
    const refused = await faultOf(world.call(addServerGroup, { name: 'web', type: 'any' }));
    expect(refused).toBe('400 Invalid value of type: expected one of random, by-one, evenly');
    expect(await faultOf(world.call(addServerGroup, { name: 'web', group_id: 1 }))).toBe(
      '409 The server group 1 exists already',
    );
    expect(await faultOf(world.call(changeServerGroup, { group_id: 99_999 }))).toContain('404');
    expect(await faultOf(world.call(deleteServerGroup, { group_id: 99_999 }))).toContain('404');
  });

  it('1 and 2 are there from the beginning and stay', async () => {
    const { rows } = await world.call(listServerGroups, { filter: { group_id: [1, 2] }, sort_direction: 'asc' });
    expect((rows as ServerGroupRow[]).map(({ group_id, transport }) => [group_id, transport])).toEqual([
      [1, 'local'],
      [2, 'mail'],
    ]);
    for (const group_id of [1, 2]) {
      expect(await faultOf(world.call(deleteServerGroup, { group_id }))).toContain(`400 Can't delete server group`);
    }
    expect((await world.call(deleteServerGroup, { group_id: group })).rows).toEqual(['1']);
  });

  it('do not bring a deleted server back when the service starts again', async () => {
    expect(await servers.choose(1)).toMatchObject({ server_id: 1, transport: 'local' });
    await world.call(deleteServer, { server_id: 1 });
    await addFirstServers(servers);
    expect(await servers.choose(1)).toBeUndefined();
  });
});

describe('choosing a server', () => {
  it('follows the services that are on them', async () => {
    const [first, second] = [await add(), await add()];
    await serviceOn(first);
    expect(await servers.choose(group)).toMatchObject({ server_id: second, services_count: 0 });
    await world.call(changeServerGroup, { group_id: group, type: 'by-one' });
    expect(await servers.choose(group)).toMatchObject({ server_id: first, services_count: 1 });
  });

  it('passes over full and disabled ones and finds none in an unknown group', async () => {
    const full = await add({ settings: { max_services: '1' } });
    await serviceOn(full);
    await add({ enabled: 0 });
    expect(await servers.choose(group)).toBeUndefined();
    expect(await servers.choose(99_999)).toBeUndefined();
    const free = await add({ settings: { max_services: '' } });
    expect((await servers.choose(group))?.server_id).toBe(free);
  });

  it('holds a place for each of many tasks at once, and never more than there are', async () => {
    const [first, second] = [
      await add({ settings: { max_services: 5 } }),
      await add({ settings: { max_services: 3 } }),
    ];
    const chosen = await Promise.all(Array.from({ length: 12 }, (_, index) => servers.choose(group, 1000 + index)));
    const ids = chosen.map((row) => row?.server_id);
    expect(ids.filter((id) => id === first)).toHaveLength(5);
    expect(ids.filter((id) => id === second)).toHaveLength(3);
    expect(ids.filter((id) => id === undefined)).toHaveLength(4);
  });

  it('gives a repeated task a place of its own, not a second one, and a released place to others', async () => {
    const id = await add({ settings: { max_services: 1 } });
    expect((await servers.choose(group, 1))?.server_id).toBe(id);
    expect((await servers.choose(group, 1))?.server_id).toBe(id);
    expect(await servers.choose(group, 2)).toBeUndefined();
    await servers.release(id, 1);
    await servers.release(id, 1);
    expect((await servers.choose(group, 2))?.server_id).toBe(id);
  });
});
