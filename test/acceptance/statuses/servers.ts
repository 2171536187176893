import { expect } from 'vitest';
import type { World } from '../world.ts';
import type { Arrangements } from './arrangement.ts';

const path = '/v1/admin/server';

async function newServer(world: World) {
  const body = { name: world.unique('server '), transport: 'local' };
  const [row] = await world.rows({ method: 'PUT', path, body });
  return { server_id: row?.server_id };
}

async function newGroup(world: World) {
  const [row] = await world.rows({ method: 'PUT', path: `${path}/group`, body: { name: world.unique('group ') } });
  return { group_id: row?.group_id };
}

async function newKey(world: World) {
  const [pair] = await world.rows({ method: 'GET', path: `${path}/identity/generate` });
  return { name: world.unique('key '), private_key: pair?.private_key };
}

async function newIdentity(world: World) {
  const [row] = await world.rows({ method: 'PUT', path: `${path}/identity`, body: await newKey(world) });
  return { id: row?.id };
}

/** Servers, their groups and the keys for them. */
export const servers: Arrangements = {
  'server.list': { valid: () => ({}) },
  'server.add': {
    valid: () => ({ args: { name: 'added', transport: 'http', host: 'https://example.com' } }),
    refused: { 409: async (world, { args }) => ({ args: { ...args, ...(await newServer(world)) } }) },
    row: { name: 'added', transport: 'http' },
  },
  'server.change': {
    valid: async (world) => ({ args: { ...(await newServer(world)), enabled: 0 } }),
    row: { enabled: 0 },
  },
  'server.delete': { valid: async (world) => ({ args: await newServer(world) }) },
  'server-group.list': { valid: () => ({}) },
  'server-group.add': {
    valid: () => ({ args: { name: 'added', type: 'by-one' } }),
    refused: { 409: async (world, { args }) => ({ args: { ...args, ...(await newGroup(world)) } }) },
    row: { type: 'by-one' },
  },
  'server-group.change': {
    valid: async (world) => ({ args: { ...(await newGroup(world)), name: 'changed' } }),
    row: { name: 'changed' },
  },
  'server-group.delete': { valid: async (world) => ({ args: await newGroup(world) }) },
  'identity.list': { valid: () => ({}) },
  'identity.add': {
    valid: async (world) => ({ args: await newKey(world) }),
    refused: { 409: async (world, { args }) => ({ args: { ...args, ...(await newIdentity(world)) } }) },
    row: { fingerprint: expect.stringMatching(/^SHA256:/) },
  },
  'identity.change': {
    valid: async (world) => ({ args: { ...(await newIdentity(world)), name: 'changed' } }),
    row: { name: 'changed' },
  },
  'identity.delete': { valid: async (world) => ({ args: await newIdentity(world) }) },
  'identity.generate': { valid: () => ({ args: { type: 'ecdsa' } }) },
  'transport.test-ssh': { valid: async (world) => ({ args: await sshTarget(world) }) },
  'transport.initialize-ssh': {
    valid: async (world) => ({ args: { ...(await sshTarget(world)), template_id: await world.template('uname') } }),
  },
  'transport.test-mail': {
    valid: async (world) => ({ args: { ...(await mailServer(world)), to: 'somebody@example.com' } }),
    refused: { 404: () => ({ args: { server_id: 2_147_483_647, to: 'somebody@example.com' } }) },
  },
};

async function sshTarget(world: World) {
  const { id } = await newIdentity(world);
  return { host: 'root@127.0.0.1', key_id: id };
}

async function mailServer(world: World) {
  const body = { name: world.unique('mail '), transport: 'mail', host: '127.0.0.1:25', server_gid: 2 };
  const [row] = await world.rows({ method: 'PUT', path, body });
  return { server_id: row?.server_id };
}
