import { readFileSync } from 'node:fs';
import { type RunningSystem, startSystem } from '@countinghouse/testing';
import { basic, createUser, logIn, sender } from '../acceptance/callers.ts';
import { type LoadCase, type Measured, measure } from './measure.ts';

/** As many users as the peer's figures were taken with. */
const USERS = 100;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);

const SECRET_TEMPLATE = `{{ IF request.headers.x-webhook-secret == 's3cret' }}{{ toJson(ok = 1) }}{{ END }}`;
const USERS_TEMPLATE = `[{{ FOR u IN user.items }}{{ toJson(user_id = u.user_id, login = u.login, balance = u.balance) }}{{ UNLESS loop.last }},{{ END }}{{ END }}]`;

const startedAtMs = performance.now();
const system = await startSystem({ env: { NODE_ENV: 'development', TEST_CLOCK: '', LOG_LEVEL: 'error' } });
const startUpMs = performance.now() - startedAtMs;
try {
  const cases = await prepare(system);
  const results: Measured[] = [];
  for (const load of cases) {
    for (const concurrency of [1, 16]) results.push(await measure(load, concurrency, SECONDS));
  }
  console.table(results);
  console.table(memory(system));
  console.log(`start of all processes: ${Math.round(startUpMs)} ms`);
} finally {
  await system.stop();
}

async function prepare({ url, admin: login }: RunningSystem): Promise<LoadCase[]> {
  const admin = sender(url, basic(login));
  const userIds: number[] = [];
  for (let n = 1; n < USERS; n += 1)
    userIds.push(await createUser(admin, { login: `user${n}`, password: 'secret-word' }));
  await template(admin, 'secret', SECRET_TEMPLATE);
  await template(admin, 'users', USERS_TEMPLATE);
  const session = await logIn(url, login);
  const json = { 'content-type': 'application/json' };
  const run = Date.now();
  const payment = (n: number) => ({
    user_id: userIds[n % userIds.length],
    money: 1,
    pay_system_id: 'bench',
    uniq_key: `${run}-${n}`,
  });
  return [
    { name: 'GET /v1/user by session', url: `${url}/v1/user`, headers: { 'session-id': session } },
    { name: 'GET /v1/admin/user?limit=25', url: `${url}/v1/admin/user?limit=25`, headers: { 'session-id': session } },
    {
      name: 'public template, secret header',
      url: `${url}/v1/public/secret`,
      headers: { 'x-webhook-secret': 's3cret' },
    },
    { name: 'public template, 100 users', url: `${url}/v1/public/users?format=json` },
    {
      name: 'PUT payment',
      url: `${url}/v1/admin/user/payment`,
      method: 'PUT',
      headers: { ...json, 'session-id': session },
      body: (n) => JSON.stringify(payment(n)),
    },
    { name: 'login', url: `${url}/user/auth.cgi`, method: 'POST', headers: json, body: () => JSON.stringify(login) },
  ];
}

async function template(admin: ReturnType<typeof sender>, id: string, data: string): Promise<void> {
  const answer = await admin({
    method: 'PUT',
    path: '/v1/admin/template',
    body: { id, data, settings: { allow_public: true } },
  });
  if (answer.status !== 200) throw new Error(`PUT template answered ${answer.status}: ${answer.text}`);
}

/** Resident memory of every process of the system. */
function memory({ processes }: RunningSystem): { process: string; residentMiB: number }[] {
  return Object.values(processes)
    .flat()
    .map(({ name, pid }) => {
      const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return { process: name, residentMiB: Math.round(Number(resident) / 1024) };
    });
}
