import { serpEvidence } from '../evidence/serp-evidence.workflow.ts';
import { serpRetention } from './serp-retention.workflow.ts';

/** What keeps runs and their answers, and for how long. */
export const keepingWorkflows = [serpRetention, serpEvidence];
