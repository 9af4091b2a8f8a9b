import type { AppEndpoint } from '#context';
import type { Triggers } from '../triggers.ts';
import { copyEndpoints } from './copy.ts';
import { diagnosticEndpoints } from './diagnostics.ts';
import { doctorEndpoints } from './doctor.ts';
import { liveEndpoints } from './live.ts';
import { processEndpoints } from './processes.ts';
import { providerEndpoints } from './provider.ts';
import { queueEndpoints } from './queues.ts';
import { sandboxEndpoints } from './sandbox.ts';
import { makeServiceEndpoints, type ServiceLists } from './service.ts';
import { makeWorkflowControlEndpoints } from './workflow-control.ts';
import { makeWorkflowEndpoints } from './workflows.ts';

export function makeEndpoints({ list, types }: Triggers, service: ServiceLists): AppEndpoint[] {
  return [
    ...makeServiceEndpoints(service),
    ...diagnosticEndpoints,
    ...copyEndpoints,
    ...makeWorkflowEndpoints(list),
    ...queueEndpoints,
    ...processEndpoints,
    ...makeWorkflowControlEndpoints(types),
    ...providerEndpoints,
    ...liveEndpoints,
    ...sandboxEndpoints,
    ...doctorEndpoints,
  ];
}
