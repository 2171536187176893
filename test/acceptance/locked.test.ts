import { afterAll, beforeAll, expect, it } from 'vitest';
import { routedOperations } from './routes.ts';
import { arrangements } from './statuses/all.ts';
import { requestOf } from './statuses/arrangement.ts';
import { type OwnedService, startWorld, type World } from './world.ts';

/** Tasks are locked by the worker that is at them, which `services/service-lifecycle/src/spool` tests. */
const lockable = routedOperations.filter(({ id, errors }) => errors.includes(408) && !id.startsWith('spool.'));

let world: World;
let locked: OwnedService;
let withdrawId: unknown;

beforeAll(async () => {
  world = await startWorld();
  locked = await world.active();
  const query = { user_id: locked.userId };
  const [row] = await world.rows({ method: 'GET', path: '/v1/admin/user/service/withdraw', query });
  withdrawId = row?.withdraw_id;
  await lock();
});
afterAll(() => world.stop());

/** A change that another replica works on for as long as the test runs. */
async function lock(): Promise<void> {
  const services = world.databases.of('service-lifecycle').database.collection<{ _id: number }>('user_services');
  const change = { number: 99, key: null, leasedUntil: new Date(Date.now() + 3_600_000) };
  await services.updateOne({ _id: locked.userServiceId }, { $set: { change } });
}

/** Each waits about three seconds for the other change to end (peer-http-api.md 0.2, step 10). */
it.concurrent.each(lockable)(
  '$http.method $http.path answers 408 while others change the service',
  async (operation) => {
    const valid = await arrangements[operation.id]?.valid(world);
    const owner = { user_id: locked.userId, user_service_id: locked.userServiceId };
    const withdraw = valid?.args?.withdraw_id === undefined ? {} : { withdraw_id: withdrawId };
    const request = requestOf(operation, { ...valid, args: { ...valid?.args, ...owner, ...withdraw } });
    const answer = await (operation.access === 'user' ? locked.send : world.callers.admin)(request);
    expect(answer.json).toMatchObject({ status: 408, error: 'The service is locked. Try again later.' });
    expect(answer.status).toBe(408);
    expect(answer.headers.get('retry-after')).toBe('3');
  },
);
