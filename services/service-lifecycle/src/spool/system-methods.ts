import type { JsonObject, JsonValue } from '@countinghouse/contracts';
import type { Runtime } from '@countinghouse/service';
import type { Activation } from '../job/activation.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { AUTO_PAYMENT_METHOD, PAY_SYSTEM_KIND } from '../pay-system/auto-payment-task.ts';
import { WEBHOOK_KIND } from '../webhook/webhooks.ts';
import type { ClaimedTask } from './claimed-task.ts';
import type { Conclusion } from './conclusion.ts';
import { isObject } from './delivery/option-values.ts';
import { done, InternalMethods, jobSettings } from './internal-methods.ts';
import type { TaskHistory } from './task-history.ts';
import type { DoneTogether } from './task-queue.ts';
import type { UserTasks } from './user-tasks.ts';

const HISTORY_DAYS_DEFAULT = 30;
/** What wakes services that wait for money, by `event.kind` and `event.method`. */
const ACTIVATE_KIND = 'UserService';
const ACTIVATE_METHOD = 'activate_services';
/** Under load activations share their writes. */
export const ACTIVATIONS: DoneTogether = { kind: ACTIVATE_KIND, method: ACTIVATE_METHOD, limit: 64 };

export interface SystemMethodsOptions {
  readonly runtime: Pick<Runtime, 'clock'>;
  readonly lifecycle: Pick<Lifecycle, 'activateServices' | 'prolongate' | 'cleanUp' | 'makeForecasts' | 'config'>;
  readonly history: TaskHistory;
  readonly userTasks: UserTasks;
  /** Sends the notice of a task to its webhook. */
  deliverWebhook(task: ClaimedTask): Promise<Conclusion>;
  /** Asks a pay system's program for a payment. */
  askForAutoPayment(task: ClaimedTask): Promise<Conclusion>;
}

/** The methods of the system that tasks call (domain.md 4.2, 4.7). */
export function systemMethods(options: SystemMethodsOptions): InternalMethods {
  const { lifecycle, userTasks } = options;
  return new InternalMethods({
    [ACTIVATE_KIND]: { [ACTIVATE_METHOD]: (task) => activate(lifecycle, task) },
    [WEBHOOK_KIND]: { deliver: (task) => options.deliverWebhook(task) },
    [PAY_SYSTEM_KIND]: { [AUTO_PAYMENT_METHOD]: (task) => options.askForAutoPayment(task) },
    Jobs: {
      job_prolongate: async () => done({ ...(await lifecycle.prolongate()) }),
      job_cleanup: () => cleanUp(options),
      job_make_forecasts: async (task) => done({ users: await lifecycle.makeForecasts(forecastTerms(task)) }),
      job_users: async (task) => done({ tasks: await userTasks.queueForAll(task) }),
    },
  });
}

/** After money came: fails without being an attempt while the user's services are busy (domain.md 3.6). */
async function activate(lifecycle: Pick<Lifecycle, 'activateServices'>, task: ClaimedTask): Promise<Conclusion> {
  return conclusionOf(await lifecycle.activateServices(task.userId, task.key));
}

/** The same for many tasks at once. */
export async function activateMany(
  lifecycle: Pick<Lifecycle, 'activateMany'>,
  tasks: readonly ClaimedTask[],
): Promise<Conclusion[]> {
  const users = tasks.map((task) => task.userId);
  const activations = await lifecycle.activateMany(users, `${tasks[0]?.key}:${tasks[0]?.token}`);
  return users.map((user) => conclusionOf(activations.get(user) ?? { kind: 'done', touched: 0 }));
}

function conclusionOf(activation: Activation): Conclusion {
  if (activation.kind === 'done') return done({ touched: activation.touched });
  const error = activation.reason === 'progress' ? 'A service is in PROGRESS' : 'User service is locked';
  const status = activation.reason === 'progress' ? 'FAIL' : 'DELAYED';
  return { kind: 'waiting', status, response: { error } };
}

async function cleanUp({ runtime, lifecycle, history }: SystemMethodsOptions): Promise<Conclusion> {
  const services = await lifecycle.cleanUp();
  const days = historyDays(await lifecycle.config.read('billing'));
  if (days === 0) return done({ services });
  const before = runtime.clock.now();
  before.setDate(before.getDate() - days);
  return done({ services, spool_history: await history.eraseBefore(before) });
}

/** `billing.cleanup.SpoolHistory` of the configuration; 0 keeps everything. */
export function historyDays(billing: JsonValue | undefined): number {
  const cleanup = isObject(billing) ? billing.cleanup : undefined;
  const configured = isObject(cleanup) ? cleanup.SpoolHistory : undefined;
  const days = Number(configured ?? HISTORY_DAYS_DEFAULT);
  return Number.isFinite(days) && days >= 0 ? days : HISTORY_DAYS_DEFAULT;
}

function forecastTerms(task: ClaimedTask): { days?: number; blocked?: number; checkPeriod?: string } {
  const settings: JsonObject = jobSettings(task);
  const days = Number(settings.days ?? settings.days_before_notification ?? Number.NaN);
  return {
    ...(Number.isInteger(days) && days >= 0 ? { days } : {}),
    ...(settings.blocked === undefined ? {} : { blocked: Number(settings.blocked) }),
    ...(typeof settings.check_period === 'string' ? { checkPeriod: settings.check_period } : {}),
  };
}
