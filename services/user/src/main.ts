import { runService } from '@countinghouse/service';
import { userService } from './user-service.ts';

await runService(userService);
