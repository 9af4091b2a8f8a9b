import { serpCheck } from './serp-check.workflow.ts';
import { serpPages } from './serp-pages.workflow.ts';
import { serpTracking } from './serp-tracking.workflow.ts';

/** Reading pages at once, without the provider's queue. */
export const liveWorkflows = [serpTracking, serpCheck, serpPages];
