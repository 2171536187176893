import type { Store } from '@countinghouse/store';
import type { Document } from 'mongodb';
import { SYSTEM_USER } from './internal-methods.ts';
import { enqueue, type NewTask, SPOOL } from './task.ts';

interface SeedDocument extends Document {
  readonly _id: string;
}

const DAY_S = 86_400;
const MARK = 'spool jobs';

const JOBS = [
  { name: 'job_prolongate', title: 'Renew the services whose period is over', period: 600 },
  { name: 'job_cleanup', title: 'Remove what is out of use', period: DAY_S },
  { name: 'job_make_forecasts', title: 'Tell users what they have to pay soon', period: DAY_S },
] as const;

/**
 * The periodic jobs of a fresh system (domain.md 4.7), of a demonstration PAUSED (peer-http-api.md 7). A job that an
 * administrator deletes later stays deleted.
 */
export async function addFirstJobs(store: Store, now: Date, isDemo = false): Promise<void> {
  const marks = store.collection<SeedDocument>('seeds');
  if (await marks.findOne({ _id: MARK })) return;
  const jobs = JOBS.map(taskOf);
  await enqueue(store, jobs, now);
  if (isDemo) {
    const keys = jobs.map((job) => job.key);
    await store.collection(SPOOL).updateMany({ key: { $in: keys } }, { $set: { status: 'PAUSED' } });
  }
  await marks.updateOne({ _id: MARK }, { $set: { done: true } }, { upsert: true });
}

function taskOf({ name, title, period }: (typeof JOBS)[number]): NewTask {
  return {
    key: `job:${name}`,
    user_id: SYSTEM_USER,
    user_service_id: null,
    event: { kind: 'Jobs', title, name: name.toUpperCase(), method: name, period },
    settings: {},
  };
}
