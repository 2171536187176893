import { runService } from '@countinghouse/service';
import { billing } from './billing.ts';

await runService(billing);
