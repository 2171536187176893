import { runService } from '@countinghouse/service';
import { templateRenderer } from './template-renderer.ts';

await runService(templateRenderer);
