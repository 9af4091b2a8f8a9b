import { keywordHarvest } from './keyword-harvest.workflow.ts';
import { keywordResearch } from './keyword-research.workflow.ts';

/** A run before and after it is confirmed. */
export const runWorkflows = [keywordResearch, keywordHarvest];
