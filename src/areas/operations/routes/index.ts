import type { AppEndpoint } from '#context';
import { auditEndpoints } from './audit.ts';
import { copyEndpoints } from './copy.ts';
import { diagnosticEndpoints } from './diagnostics.ts';
import { keyEndpoints } from './keys.ts';
import { liveEndpoints } from './live.ts';
import { processEndpoints } from './processes.ts';
import { providerEndpoints } from './provider.ts';
import { queueEndpoints } from './queues.ts';
import { serviceEndpoints } from './service.ts';
import { workflowControlEndpoints } from './workflow-control.ts';
import { workflowEndpoints } from './workflows.ts';

export const endpoints: AppEndpoint[] = [
  ...serviceEndpoints,
  ...keyEndpoints,
  ...auditEndpoints,
  ...diagnosticEndpoints,
  ...copyEndpoints,
  ...workflowEndpoints,
  ...queueEndpoints,
  ...processEndpoints,
  ...workflowControlEndpoints,
  ...providerEndpoints,
  ...liveEndpoints,
];
