import {
  type JsonObject,
  type JsonValue,
  type RenderForTask,
  type ServerRow,
  saveStorage,
  TRANSPORTS,
  type TransportName,
} from '@countinghouse/contracts';
import type { Context, Runtime } from '@countinghouse/service';
import type { Identities } from '../../identity/identities.ts';
import { transportOptions } from '../../transport/options.ts';
import { stuck, type TransportResult } from '../../transport/outcome.ts';
import type { OutgoingPolicy } from '../../transport/outgoing-policy.ts';
import { type ClaimedTask, periodOf } from '../claimed-task.ts';
import { deliverByHttp } from './deliver-http.ts';
import { deliverLocally } from './deliver-local.ts';
import { deliverByMail } from './deliver-mail.ts';
import { deliverBySsh } from './deliver-ssh.ts';
import { deliverByTelegram } from './deliver-telegram.ts';
import { type Delivery, keyOf } from './delivery.ts';
import { isObject, textOption } from './option-values.ts';
import { render, TaskStuck, templateSettings } from './templates.ts';

export interface DeliveriesOptions {
  readonly runtime: Pick<Runtime, 'systemContext'>;
  readonly identities: Pick<Identities, 'privateKeyOf'>;
  readonly policy: OutgoingPolicy;
  readConfiguration(key: string): Promise<JsonValue | undefined>;
}

/** What a task is delivered with. */
export interface Load {
  readonly task: ClaimedTask;
  readonly transport: TransportName;
  readonly server: ServerRow | undefined;
  readonly userServiceId: number | null;
}

export function isTransport(name: string): name is TransportName {
  return (TRANSPORTS as readonly string[]).includes(name);
}

/** Puts together what a transport sends, and sends it (domain.md 4.6). */
export class Deliveries {
  readonly #options: DeliveriesOptions;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  async deliver(load: Load): Promise<TransportResult> {
    try {
      return await this.#send(await this.#prepare(load));
    } catch (error) {
      if (error instanceof TaskStuck) return stuck(error.message);
      throw error;
    }
  }

  #send(delivery: Delivery): Promise<TransportResult> {
    const { policy, identities } = this.#options;
    switch (delivery.transport) {
      case 'http':
        return deliverByHttp(delivery, policy, (userId, name, data) => this.#save(delivery.task, userId, name, data));
      case 'ssh':
        return deliverBySsh(delivery, policy, (keyId) => identities.privateKeyOf(keyId));
      case 'mail':
        return deliverByMail(delivery, policy);
      case 'telegram':
        return deliverByTelegram(delivery, policy);
      default:
        return deliverLocally(delivery);
    }
  }

  async #prepare({ task, transport, server, userServiceId }: Load): Promise<Delivery> {
    const context = this.#contextOf(task);
    const row = server as JsonObject | undefined;
    const { event, settings } = task;
    const templateName = textOption(transportOptions({ server: row, event, settings }), 'template_id');
    const ofTemplate = templateName === undefined ? {} : await templateSettings(context, templateName);
    const serverLayer = transportOptions({ server: row, event: { settings: ofTemplate } });
    const options = transportOptions({ server: serverLayer, event, settings });
    const args = argumentsOf({ task, transport, server, userServiceId });
    let texts = 0;
    const renderText = async (data: string) => {
      texts += 1;
      return (await render(context, { ...args, data }, `${runKeyOf(task)}:text:${texts}`)).text;
    };
    const key = `${runKeyOf(task)}:template`;
    return {
      ...{ task, transport, server, userServiceId, options, templateName },
      renderTemplate: async () =>
        templateName === undefined ? undefined : render(context, { ...args, name: templateName }, key),
      renderText: async (text) => (text.includes('{{') ? renderText(text) : text),
      configuration: async (key) => {
        const value = await this.#options.readConfiguration(key);
        return isObject(value) ? value : {};
      },
    };
  }

  async #save(task: ClaimedTask, user_id: number, name: string, data: string): Promise<void> {
    await this.#contextOf(task).call(saveStorage, { user_id, name, data, mode: 'put' }, { key: `${keyOf(task)}:save` });
  }

  #contextOf(task: ClaimedTask): Context {
    return this.#options.runtime.systemContext(`${keyOf(task)}:${task.token}`, task.userId);
  }
}

/** Names a run of the task: attempts of one task are one run, which is written once, but a periodic task runs anew each time. */
function runKeyOf(task: ClaimedTask): string {
  return periodOf(task) > 0 ? `${keyOf(task)}:${task.token}` : keyOf(task);
}

/** The running task as templates see it (templates.md 2.2). */
function argumentsOf({ task, transport, server, userServiceId }: Load): Omit<RenderForTask, 'name' | 'data'> {
  const { id, settings, event, userId, row } = task;
  const shown = {
    ...{ id, settings, event, event_settings: event.settings ?? {}, transport_name: transport },
    ...{ server: (server as JsonObject | undefined) ?? null, server_id: server?.server_id ?? null },
    payload: settings.payload ?? null,
    prio: row.prio,
  };
  return {
    user_id: userId,
    task: shown,
    event_name: event.name,
    ...(userServiceId === null ? {} : { usi: userServiceId }),
    ...(server === undefined ? {} : { server_id: server.server_id }),
  };
}
