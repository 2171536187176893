import type { World } from '../world.ts';
import type { Arrangements } from './arrangement.ts';

const text = 'Hello {{ request.params.who }}';
const existing = async (world: World) => ({ args: { id: await world.template(text) } });
const existingByPath = async (world: World) => ({ rest: await world.template(text) });
const publicByPath = async (world: World) => ({ rest: await world.template(text, { allow_public: true }) });

/** Templates: what administrators do with them, and rendering over HTTP. */
export const templates: Arrangements = {
  'template.list': { valid: () => ({}) },
  'template.add': {
    valid: (world) => ({ args: { id: world.unique('added-'), data: text } }),
    refused: { 409: async (world) => ({ args: { id: await world.template(text), data: 'other' } }) },
    row: { data: text },
  },
  'template.change': {
    valid: async (world) => ({ args: { id: await world.template(text), data: 'other' } }),
    row: { data: 'other' },
  },
  'template.delete': { valid: existing },
  'template.delete-by-path': { valid: existingByPath },
  'template.source': { valid: existingByPath },
  'template.add-source': {
    valid: (world) => ({ rest: world.unique('added-'), text }),
    refused: { 409: async (world) => ({ rest: await world.template(text), text: 'other' }) },
    row: { data: text },
  },
  'template.change-source': {
    valid: async (world) => ({ rest: await world.template(text), text: 'other' }),
    row: { data: 'other' },
  },
  'template.preview': { valid: () => ({ rest: 'preview', args: { data: '{{ 1 + 1 }}' } }) },
  'template.get': { valid: existingByPath },
  'template.post': { valid: existingByPath },
  'template.get-public': { valid: publicByPath },
  'template.post-public': { valid: publicByPath },
};
