import { CONFIG_CHANGED_EVENT } from '@countinghouse/contracts';
import type { Implementation, Runtime, ServiceDefinition, ServiceParts } from '@countinghouse/service';
import type { Store } from '@countinghouse/store';
import { implementAddService } from './catalogue/add-service.ts';
import { SERVICE_INDEXES } from './catalogue/catalogue.ts';
import { implementChangeService, implementDeleteService } from './catalogue/change-service.ts';
import { implementListServices, implementSelectServices } from './catalogue/list-services.ts';
import { implementListCategories, implementReadCatalogue, implementReadService } from './catalogue/read-service.ts';
import { implementListServiceChildren, implementSetServiceChildren } from './catalogue/service-children.ts';
import { Demo } from './demo/load-demo-data.ts';
import { implementForecast, implementForecastsOfUsers } from './forecast/forecast.ts';
import { Identities } from './identity/identities.ts';
import { identityImplementations } from './identity/manage-identities.ts';
import { type CheckDocument, FORECAST_CHECKS } from './job/make-forecasts.ts';
import { Lifecycle } from './lifecycle.ts';
import { implementRefuseOrders } from './order/order-refusals.ts';
import { orderImplementations } from './order/place-order.ts';
import { addFirstServers } from './server/first-servers.ts';
import { serverGroupImplementations } from './server/manage-server-groups.ts';
import { serverImplementations } from './server/manage-servers.ts';
import { SERVER_INDEXES, Servers } from './server/servers.ts';
import { serviceEventImplementations } from './service-event/manage-service-events.ts';
import { SERVICE_EVENT_INDEXES } from './service-event/service-events.ts';
import { addFirstJobs } from './spool/first-jobs.ts';
import { HISTORY_INDEXES, SPOOL_HISTORY } from './spool/history-document.ts';
import { tasksOfServices } from './spool/list-tasks-of-service.ts';
import { Spool, type SpoolEnvironment, spoolVariables } from './spool/spool.ts';
import { SPOOL, TASK_INDEXES } from './spool/task.ts';
import { crashAfter, lifecycleVariables } from './stage-crash.ts';
import { outgoingVariables } from './transport/outgoing-environment.ts';
import { transportTestImplementations } from './transport/queue-tests.ts';
import { userEventConsumer } from './user-event/consume-user-events.ts';
import { implementAddUserService } from './user-service/add-user-service.ts';
import { commandImplementations } from './user-service/commands.ts';
import { UserServiceLists } from './user-service/list-user-services.ts';
import { readingImplementations } from './user-service/read-user-services.ts';
import { USER_SERVICE_INDEXES, USER_SERVICES, userServicesOf } from './user-service/user-service-document.ts';
import { webhookImplementations } from './webhook/manage-webhooks.ts';
import { noticeOf, WebhookEvents } from './webhook/webhook-events.ts';
import { WEBHOOK_INDEXES, Webhooks } from './webhook/webhooks.ts';
import { withdrawEditImplementations } from './withdraw/edit-withdraws.ts';
import { withdrawListImplementations } from './withdraw/list-withdraws.ts';

const SWEEP_MS = 5_000;

const variables = { ...lifecycleVariables, ...spoolVariables, ...outgoingVariables };

/** The catalogue, the services of users and their tasks. */
export const serviceLifecycle: ServiceDefinition<typeof variables> = {
  name: 'service-lifecycle',
  variables,
  build,
};

type Environment = SpoolEnvironment & { readonly CRASH_AFTER_STAGE?: string | undefined; readonly DEMO_DATA: boolean };

async function build(runtime: Runtime<Environment>): Promise<ServiceParts> {
  const { store, clock } = runtime;
  await store.ensureIndexes([
    SERVICE_INDEXES,
    SERVICE_EVENT_INDEXES,
    USER_SERVICE_INDEXES,
    TASK_INDEXES,
    HISTORY_INDEXES,
    SERVER_INDEXES,
    WEBHOOK_INDEXES,
  ]);
  const servers = new Servers(store);
  await addFirstServers(servers);
  const lifecycle = new Lifecycle(runtime, crashAfter(runtime.environment));
  const { changes, config } = lifecycle;
  const webhooks = new Webhooks(store);
  const webhookEvents = new WebhookEvents(runtime, webhooks);
  const spool = new Spool(runtime, lifecycle, servers, webhooks);
  const demo = await openDemo(runtime, lifecycle);
  const makeTasks = userEventConsumer(store, lifecycle.events, () => clock.now());
  return {
    operations: [
      ...operationsOf(store, lifecycle),
      ...spool.operations,
      ...webhookImplementations(webhooks, webhookEvents),
    ],
    outboxes: [USER_SERVICES],
    consumers: {
      billing: {
        types: makeTasks.types,
        handleAll: async (events) => {
          await webhooks.tell(events.filter((event) => event.type === 'payment').map(noticeOf), clock.now());
          await makeTasks.handleAll(events);
        },
      },
      user: {
        types: [CONFIG_CHANGED_EVENT, ...makeTasks.types],
        handle: (event) => (event.type === CONFIG_CHANGED_EVENT ? config.consume(event) : makeTasks.handleAll([event])),
      },
    },
    sweepers: [
      { name: 'unfinished changes', intervalMs: SWEEP_MS, sweep: () => changes.sweep() },
      webhookEvents.sweeper,
      ...(demo ? [demo.sweeper] : []),
    ],
    ...(demo ? { notReady: () => (demo.isLoaded ? undefined : 'the demonstration is not loaded yet') } : {}),
    ...spool.parts,
  };
}

/** What loads the demonstration where it is asked for. */
async function openDemo(runtime: Runtime<Environment>, lifecycle: Lifecycle): Promise<Demo | undefined> {
  const { environment, store, clock } = runtime;
  if (!environment.DEMO_DATA) return undefined;
  if (environment.NODE_ENV === 'production') throw new Error('DEMO_DATA: refused when NODE_ENV is production');
  await addFirstJobs(store, clock.now(), true);
  const { catalogue, events } = lifecycle;
  return Demo.open({ runtime, catalogue, events });
}

function operationsOf(store: Store, lifecycle: Lifecycle): Implementation[] {
  const { catalogue, changes } = lifecycle;
  const userServices = userServicesOf(store);
  const eraseRest = async (userId: number) => {
    await store.collection(SPOOL).deleteMany({ user_id: userId });
    await store.collection(SPOOL_HISTORY).deleteMany({ user_id: userId });
    await store.collection<CheckDocument>(FORECAST_CHECKS).deleteOne({ _id: userId });
  };
  return [
    ...catalogueOperationsOf(store, lifecycle),
    ...new UserServiceLists(store, catalogue).implementations(),
    implementAddUserService(store, catalogue, changes.trees),
    ...commandImplementations(changes),
    ...readingImplementations(userServices, eraseRest),
    ...orderImplementations({ ...lifecycle, userServices }),
    implementRefuseOrders(lifecycle.refusals),
    ...withdrawListImplementations(catalogue),
    ...withdrawEditImplementations(catalogue, changes),
    ...tasksOfServices(store),
    implementForecast(lifecycle.forecasts),
    implementForecastsOfUsers(lifecycle.forecasts),
    ...serverOperationsOf(store, lifecycle),
  ];
}

function serverOperationsOf(store: Store, { config }: Lifecycle): Implementation[] {
  const servers = new Servers(store);
  const identities = new Identities(store);
  return [
    ...serverImplementations(servers, userServicesOf(store)),
    ...serverGroupImplementations(servers),
    ...identityImplementations(identities),
    ...transportTestImplementations({ store, servers, identities, config }),
  ];
}

function catalogueOperationsOf(store: Store, { catalogue, events }: Lifecycle): Implementation[] {
  return [
    implementListServices(catalogue),
    implementSelectServices(catalogue),
    implementAddService(store, catalogue),
    implementChangeService(catalogue),
    implementDeleteService(catalogue),
    implementListServiceChildren(catalogue),
    implementSetServiceChildren(catalogue),
    implementReadService(catalogue),
    implementReadCatalogue(catalogue),
    implementListCategories(catalogue),
    ...serviceEventImplementations(store, events),
  ];
}
