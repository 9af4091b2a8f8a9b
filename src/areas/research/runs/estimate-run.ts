import type { Estimate } from '#areas/costs/index.ts';
import { findOwner } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { estimateSiteEnrichment } from '../enrichment/estimate-enrichment.ts';
import type { StartRunInput } from './start-run.ts';

/**
 * What finding out what a site is would cost at most; reading its pages is free.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function estimateRun(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'searchData' | 'llm' | 'config'>,
  { projectId }: StartRunInput,
): Promise<Estimate> {
  await findOwner(ctx, projectId);
  return estimateSiteEnrichment(ctx);
}
