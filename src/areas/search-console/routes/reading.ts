import type { AppEndpoint } from '#context';
import { curveEndpoints } from '../ctr-curve/routes.ts';
import { opportunityEndpoints } from '../opportunities/routes.ts';
import { performanceEndpoints } from '../performance/routes.ts';
import { voiceEndpoints } from '../voice/routes.ts';

/** What is read of what was collected. */
export const readingEndpoints: AppEndpoint[] = [...performanceEndpoints, ...opportunityEndpoints, ...curveEndpoints, ...voiceEndpoints];
