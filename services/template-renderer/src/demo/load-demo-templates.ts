import type { Store } from '@countinghouse/store';
import type { Templates } from '../template/templates.ts';
import { DEMO_TEMPLATES } from './demo-templates.ts';

const KEY = 'demo-templates';

/** Gives a system that was never asked for them the templates of the demonstration; deleted ones do not come back. */
export async function loadDemoTemplates(store: Store, templates: Templates): Promise<void> {
  const marker = store.collection<{ _id: string }>('seeds');
  if (await marker.findOne({ _id: KEY })) return;
  for (const { id, data, settings } of DEMO_TEMPLATES) {
    if (!(await templates.find(id))) await templates.add(id, { data, settings }, KEY);
  }
  await marker.updateOne({ _id: KEY }, { $set: {} }, { upsert: true });
}
