import type { Estimate } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import { findOwner, type StartRunInput } from './start-run.ts';

/**
 * What finding out what a site is would cost. Its pages are free, and so are rules and vectors.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function estimateRun(ctx: Pick<RequestContext, 'postgres' | 'caller'>, { projectId }: StartRunInput): Promise<Estimate> {
  await findOwner(ctx, projectId);
  return { calls: 0, costUsd: 0 };
}
