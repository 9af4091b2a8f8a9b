import { positionScales } from './position-scales.workflow.ts';
import { rankingsRematch } from './rankings-rematch.workflow.ts';

/** Reading results again that were stored. */
export const rematchWorkflows = [rankingsRematch, positionScales];
