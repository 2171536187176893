import { runService } from '@countinghouse/service';
import { serviceLifecycle } from './service-lifecycle.ts';

await runService(serviceLifecycle);
