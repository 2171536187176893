import { billing } from '@countinghouse/billing';
import { gatewayVariables } from '@countinghouse/gateway';
import { PROCESS_VARIABLES } from '@countinghouse/process';
import { serviceLifecycle } from '@countinghouse/service-lifecycle';
import { templateRenderer } from '@countinghouse/template-renderer';
import { userService } from '@countinghouse/user';

const SERVICES = [billing, serviceLifecycle, templateRenderer, userService];

export const SERVICE_NAMES: readonly string[] = SERVICES.map(({ name }) => name);

/** The variables that each process reads, by the schema that checks them. */
export const PROCESS_SCHEMAS: Readonly<Record<string, readonly string[]>> = {
  gateway: [...PROCESS_VARIABLES, ...Object.keys(gatewayVariables)],
  ...Object.fromEntries(
    SERVICES.map(({ name, variables }) => [name, [...PROCESS_VARIABLES, 'MONGODB_URL', ...Object.keys(variables)]]),
  ),
};
