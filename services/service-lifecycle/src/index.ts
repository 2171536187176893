export { serviceLifecycle } from './service-lifecycle.ts';
