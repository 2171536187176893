import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './callers.ts';
import type { Contents } from './database-contents.ts';
import { argumentsOfOperation, type RoutedOperation, routedOperations } from './routes.ts';
import { arrangements } from './statuses/all.ts';
import { type Arranged, requestOf, UNKNOWN_ID } from './statuses/arrangement.ts';
import { type NewUser, type OwnedService, startWorld, type World } from './world.ts';

const byUsers = routedOperations.filter(({ access }) => access === 'user');
const forUsers = routedOperations.filter(
  (operation) =>
    operation.access === 'admin' &&
    operation.result !== 'list' &&
    operation.http.method !== 'DELETE' &&
    argumentsOfOperation(operation).some(({ name }) => name === 'user_id'),
);

/** A service of the catalogue is the same for all; templates show empty fields of an unknown user (peer-http-api.md 1C). */
const KNOWS_NO_USER = new Set(['service.read', 'template.get', 'template.post', 'template.preview']);

let world: World;
let owner: OwnedService;
let stranger: NewUser;
/** By operation id: a request that would succeed for a user who is there. */
const valid = new Map<string, Arranged>();
let contents: Contents;

beforeAll(async () => {
  world = await startWorld();
  owner = await world.active();
  stranger = await world.richUser();
  await owner.send({ method: 'PUT', path: '/v1/storage/manage/secret', text: 'of the owner' });
  for (const { id } of [...byUsers, ...forUsers]) {
    const arranged = await arrangements[id]?.valid(world);
    if (arranged) valid.set(id, arranged);
  }
  await world.system.run();
  contents = await world.databases.read();
});
afterAll(() => world.stop());

async function expectNoChange(): Promise<void> {
  expect(await world.databases.read()).toEqual(contents);
}

/** decisions.md 8: a user reaches only his own objects, whatever ids he sends. */
describe('a stranger', () => {
  it.each(['stop', 'change'])('cannot %s a service', async (name) => {
    const body = { user_service_id: owner.userServiceId, service_id: owner.serviceId, user_id: owner.userId };
    const answer = await stranger.send({ method: 'POST', path: `/v1/user/service/${name}`, body });
    expect(answer.json).toMatchObject({ status: 404, error: 'Object not found. Check the ID.' });
    await expectNoChange();
  });

  it('cannot delete a service', async () => {
    const query = { user_service_id: owner.userServiceId, user_id: owner.userId, force: 1 };
    expect((await stranger.send({ method: 'DELETE', path: '/v1/user/service', query })).status).toBe(404);
    await expectNoChange();
  });

  it('sees no rows of others', async () => {
    const query = { user_id: owner.userId, user_service_id: owner.userServiceId };
    for (const path of ['/v1/user/service', '/v1/user/withdraw', '/v1/user/pay', '/v1/storage/manage']) {
      const answer = await stranger.send({ method: 'GET', path, query });
      const owners = new Set((answer.json?.data ?? []).map((row) => row.user_id).filter((id) => id !== undefined));
      expect([path, owners.has(owner.userId)]).toEqual([path, false]);
    }
    expect((await stranger.send({ method: 'GET', path: '/v1/user/service', query })).json?.data).toEqual([]);
    expect((await stranger.send({ method: 'GET', path: '/v1/storage/manage/secret' })).status).toBe(404);
  });

  it('cannot become somebody else by user_id', async () => {
    const body = { user_id: owner.userId, id: owner.userId, full_name: 'Taken over', password: 'taken-over' };
    const path = '/v1/user';
    expect((await stranger.send({ method: 'POST', path, body })).json?.data).toMatchObject([
      { user_id: stranger.userId },
    ]);
    const self = await stranger.send({ method: 'GET', path, query: { user_id: owner.userId } });
    expect(self.json?.data).toMatchObject([{ user_id: stranger.userId }]);
    expect((await owner.send({ method: 'GET', path })).json?.data).toMatchObject([{ full_name: null }]);
    contents = await world.databases.read();
  });

  it('cannot reach services of others through a template', async () => {
    const name = await world.template('[{{ us.user_service_id }}]');
    contents = await world.databases.read();
    const request = { method: 'GET', path: `/v1/template/${name}`, query: { usi: owner.userServiceId } };
    expect((await stranger.send(request)).text).toBe('[]');
    expect((await owner.send(request)).text).toBe(`[${owner.userServiceId}]`);
  });

  it('cannot filter by what he does not see', async () => {
    const query = { filter: { comment: '%' } };
    const answer = await stranger.send({ method: 'GET', path: '/v1/user/pay', query });
    expect(answer.json?.error).toContain('Invalid value of filter: expected ');
  });
});

describe('an administrator who acts for a user', () => {
  it('sees and does what is the user’s', async () => {
    const query = { user_id: owner.userId };
    const { admin } = world.callers;
    const services = await admin({ method: 'GET', path: '/v1/user/service', query });
    expect(services.json?.data).toMatchObject([{ user_service_id: owner.userServiceId }]);
    const text = await admin({ method: 'GET', path: '/v1/storage/manage/secret', query });
    expect(text.text).toBe('of the owner');
  });

  it.each(byUsers)('$http.method $http.path: an unknown user is 404, in a list nothing', async (operation) => {
    const answer = await sendForNobody(operation);
    if (operation.result === 'list') expect(answer.json).toMatchObject({ status: 200, data: [], total: 0 });
    else if (!KNOWS_NO_USER.has(operation.id)) expect(answer.json).toMatchObject({ status: 404 });
    await expectNoChange();
  });
});

describe('an administrator’s command for an unknown user', () => {
  it.each(forUsers)('$http.method $http.path is 404', async (operation) => {
    const answer = await sendForNobody(operation);
    if (operation.id === 'user-service.tasks') expect(answer.json).toMatchObject({ status: 200, data: [] });
    else if (!KNOWS_NO_USER.has(operation.id)) expect(answer.json).toMatchObject({ status: 404 });
    await expectNoChange();
  });
});

function sendForNobody(operation: RoutedOperation): Promise<Answer> {
  const arranged = valid.get(operation.id);
  if (!arranged) throw new Error(`${operation.id} has no arrangement in test/acceptance/statuses`);
  const args = { ...arranged.args, user_id: UNKNOWN_ID };
  return world.callers.admin(requestOf(operation, { ...arranged, args }));
}
