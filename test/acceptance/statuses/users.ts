import { logIn } from '../callers.ts';
import type { World } from '../world.ts';
import type { Arrangements } from './arrangement.ts';
import { fromOutside } from './outside-address.ts';

const userAlone = async (world: World) => ({ args: { user_id: (await world.user()).userId } });
const ofNobody = () => ({ args: {} });
const asSomebody = async (world: World) => ({ as: (await world.user()).send });

async function profileOf(world: World) {
  const { userId } = await world.user();
  const [profile] = await world.rows({ method: 'PUT', path: '/v1/admin/user/profile', body: { user_id: userId } });
  return { id: profile?.id };
}

/** Users, what belongs to them, and their logins. */
export const users: Arrangements = {
  'user.list': { valid: ofNobody },
  'user.search': { valid: () => ({ args: { text: 'plain' } }), row: { login: 'plain.user' } },
  'user.add': {
    valid: (world) => ({ args: { login: world.unique('added.'), password: 'secret-of-user', full_name: 'Added' } }),
    refused: {
      404: (world, { args }) => ({ args: { ...args, login: world.unique('x.'), partner_id: 2_147_483_647 } }),
      409: (_world, { args }) => ({ args: { ...args, login: 'Plain.User' } }),
    },
    row: { full_name: 'Added', balance: 0 },
  },
  'user.change': {
    valid: async (world) => ({ args: { user_id: (await world.user()).userId, full_name: 'Changed' } }),
    refused: { 409: (_world, { args }) => ({ args: { ...args, login: 'plain.user' } }) },
    row: { full_name: 'Changed' },
  },
  'user.delete': { valid: userAlone },
  'user.self': { valid: asSomebody },
  'user.change-self': {
    valid: async (world) => ({ ...(await asSomebody(world)), args: { full_name: 'Myself' } }),
    row: { full_name: 'Myself' },
  },
  'user.referrals': { valid: asSomebody, row: { total: 0 } },
  'password.set': {
    valid: async (world) => ({ args: { user_id: (await world.user()).userId, password: 'another-secret' } }),
  },
  'password.set-own': {
    valid: async (world) => ({ ...(await asSomebody(world)), args: { password: 'another-secret' } }),
  },
  'password.reset': { valid: () => ({ args: { login: 'no.such.user' } }), row: { msg: 'User not found' } },
  'password.reset-check': { valid: () => ({ args: { token: 'none' } }), row: { msg: 'Invalid token' } },
  'password.reset-finish': {
    valid: () => ({ args: { token: 'none', password: 'another-secret' } }),
    row: { msg: 'Invalid token' },
  },
  'email.read': { valid: asSomebody, row: { email: null, email_verified: 0 } },
  'email.set': {
    valid: async (world) => ({ ...(await asSomebody(world)), args: { email: `${world.unique('a')}@example.com` } }),
    row: { msg: 'Successful' },
  },
  'email.verify': { valid: asSomebody, row: { msg: 'Email or code required' } },
  'email.verify-code': {
    valid: async (world) => ({ ...(await asSomebody(world)), args: { code: '000000' } }),
    row: { msg: 'Invalid code' },
  },
  'email.remove': { valid: asSomebody },
  'pay-system.list': { valid: asSomebody },
  'pay-system.configured': { valid: asSomebody },
  'auto-payment.list': { valid: asSomebody },
  'auto-payment.delete': { valid: asSomebody },
  'profile.list': { valid: ofNobody },
  'profile.add': {
    valid: async (world) => ({ args: { user_id: (await world.user()).userId, data: { email: 'a@example.com' } } }),
    refused: { 404: () => ({ args: { user_id: 2_147_483_647, data: {} } }) },
    row: { data: { email: 'a@example.com' } },
  },
  'profile.change': {
    valid: async (world) => ({ args: { ...(await profileOf(world)), data: { city: 'Riga' } } }),
    row: { data: { city: 'Riga' } },
  },
  'profile.delete': { valid: async (world) => ({ args: await profileOf(world) }) },
  'user.register': {
    valid: (world) => ({ args: { login: world.unique('registered.'), password: 'secret-of-user' } }),
    refused: {
      409: (_world, { args }) => ({ args: { ...args, login: 'plain.user' } }),
      429: async (world, { args }) => {
        const headers = fromOutside();
        for (let count = 0; count < 5; count += 1) {
          const body = { login: world.unique('guest.'), password: 'secret-of-user' };
          await world.callers.nobody({ method: 'PUT', path: '/v1/user', body, headers });
        }
        return { args: { ...args, login: world.unique('guest.') }, headers };
      },
    },
  },
  'registration.captcha': { valid: ofNobody },
  'session.login': {
    valid: (world) => ({ args: { ...world.callers.userLogin } }),
    refused: {
      400: () => ({ args: { login: 'plain.user' } }),
      403: () => ({ args: { login: 'plain.user', password: 'wrong-secret' } }),
      429: (world, { args }) => afterFailures(world, '/user/auth.cgi', args),
    },
  },
  'session.login-by-link': {
    valid: async (world) => ({ args: { session_id: await logIn(world.system.url, world.callers.userLogin) } }),
  },
  'session.logout': { valid: ofNobody },
  'session.auth': {
    valid: (world) => ({ args: { ...world.callers.userLogin } }),
    refused: {
      403: () => ({ args: { login: 'plain.user', password: 'wrong-secret' } }),
      429: (world, { args }) => afterFailures(world, '/v1/user/auth', args),
    },
  },
  'session.open': { valid: userAlone },
};

async function afterFailures(world: World, path: string, args: object | undefined) {
  const headers = fromOutside();
  for (let count = 0; count < 5; count += 1) {
    await world.callers.nobody({
      method: 'POST',
      path,
      body: { login: 'plain.user', password: 'wrong-secret' },
      headers,
    });
  }
  return { args: { ...args }, headers };
}
