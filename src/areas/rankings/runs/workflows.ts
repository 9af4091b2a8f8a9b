import { serpEvidence } from '../evidence/serp-evidence.workflow.ts';
import { serpResults } from '../results/move/serp-results.workflow.ts';
import { serpRetention } from './serp-retention.workflow.ts';

/** What keeps runs, their results and their answers, and for how long. */
export const keepingWorkflows = [serpRetention, serpEvidence, serpResults];
