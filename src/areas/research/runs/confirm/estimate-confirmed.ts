import { estimateHarvest, type EstimateContext, type HarvestEstimate } from '../../harvest/estimate-harvest.ts';
import { getResearchRun } from '../get-run.ts';
import { validateForRun } from './confirm-categories.ts';
import type { ConfirmInput } from './validate.ts';

/** What a confirmation would lead to. */
export interface ConfirmEstimate {
  readonly estimate: HarvestEstimate;
  readonly warnings: readonly string[];
}

/**
 * What the harvest of a confirmation would cost at most, without beginning it.
 * @throws AppError `Run not found`, `Project is archived`; 400 naming what is wrong; 409 for a run that nothing is recommended for
 */
export async function estimateConfirmed(ctx: EstimateContext, runId: string, input: ConfirmInput): Promise<ConfirmEstimate> {
  const run = await getResearchRun(ctx, runId);
  const { enrichment, confirmation, warnings } = await validateForRun(ctx, run, input);
  return { estimate: await estimateHarvest(ctx, { ...run, enrichment, confirmation }), warnings };
}
