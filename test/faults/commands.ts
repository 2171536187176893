import { COMMANDED_CATEGORY } from './catalogue.ts';
import type { PersistentSender } from './persistent-sender.ts';

const TEMPLATE = 'load-command';
const BODY = '{"service":{{ us.id }},"event":"{{ task.event.name }}"}';
/** A service of this category gets stuck when it is created. */
export const BROKEN_CATEGORY = 'broken';

/** The events whose commands are carried out by the counterpart. */
export const COMMANDED_EVENTS = ['CREATE', 'BLOCK', 'ACTIVATE', 'REMOVE'] as const;

/** Service events whose commands go to `url`, and one whose command nobody can carry out. */
export async function createCommands(admin: PersistentSender, url: string): Promise<void> {
  const template = { id: TEMPLATE, data: BODY };
  await admin.rows({ method: 'PUT', path: '/v1/admin/template', body: template, key: 'load-template' });
  const settings = { transport: 'http', method: 'post', url, template_id: TEMPLATE, category: COMMANDED_CATEGORY };
  for (const name of COMMANDED_EVENTS) await addEvent(admin, name, settings);
  await addEvent(admin, 'CREATE', { ...settings, category: BROKEN_CATEGORY, template_id: 'missing' });
}

async function addEvent(admin: PersistentSender, name: string, settings: Record<string, string>): Promise<void> {
  const body = { title: `${name} of ${settings.category}`, name, settings };
  const key = `event-${name}-${settings.category}`;
  await admin.rows({ method: 'PUT', path: '/v1/admin/service/event', body, key });
}
