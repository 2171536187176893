import type { Runtime, ServiceDefinition, ServiceParts } from '@countinghouse/service';
import { implementAddService } from './catalogue/add-service.ts';
import { Catalogue, SERVICE_INDEXES } from './catalogue/catalogue.ts';
import { implementChangeService, implementDeleteService } from './catalogue/change-service.ts';
import { implementListServices, implementSelectServices } from './catalogue/list-services.ts';
import { implementListCategories, implementReadCatalogue, implementReadService } from './catalogue/read-service.ts';
import { implementListServiceChildren, implementSetServiceChildren } from './catalogue/service-children.ts';
import { serviceEventImplementations } from './service-event/manage-service-events.ts';
import { SERVICE_EVENT_INDEXES, ServiceEvents } from './service-event/service-events.ts';
import { TASK_INDEXES } from './spool/task.ts';

/** Catalogue, service events, the services of users and the task queue. */
export const serviceLifecycle: ServiceDefinition = {
  name: 'service-lifecycle',
  variables: {},
  build,
};

async function build({ store }: Runtime): Promise<ServiceParts> {
  await store.ensureIndexes([SERVICE_INDEXES, SERVICE_EVENT_INDEXES, TASK_INDEXES]);
  const catalogue = new Catalogue(store);
  return {
    operations: [
      ...catalogueImplementations(store, catalogue),
      ...serviceEventImplementations(store, new ServiceEvents(store)),
    ],
  };
}

function catalogueImplementations(store: Runtime['store'], catalogue: Catalogue) {
  return [
    implementListServices(catalogue),
    implementSelectServices(catalogue),
    implementReadService(catalogue),
    implementReadCatalogue(catalogue),
    implementListCategories(catalogue),
    implementAddService(store, catalogue),
    implementChangeService(catalogue),
    implementDeleteService(catalogue),
    implementListServiceChildren(catalogue),
    implementSetServiceChildren(catalogue),
  ];
}
