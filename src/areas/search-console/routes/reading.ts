import type { AppEndpoint } from '#context';
import { curveEndpoints } from '../ctr-curve/routes.ts';
import { hourEndpoints } from '../hours/routes.ts';
import { opportunityEndpoints } from '../opportunities/routes.ts';
import { performanceEndpoints } from '../performance/routes.ts';
import { voiceEndpoints } from '../voice/routes.ts';

/** What is read of what was collected, and the hours that Google is asked for. */
export const readingEndpoints: AppEndpoint[] = [
  ...performanceEndpoints,
  ...hourEndpoints,
  ...opportunityEndpoints,
  ...curveEndpoints,
  ...voiceEndpoints,
];
