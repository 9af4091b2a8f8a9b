import type { Estimate } from '#areas/costs/index.ts';
import { assertNotArchived, getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { carriedCauseOf } from '#http/caller.ts';
import { requireCredentials } from '#providers/search-data/index.ts';
import { startOrJoin } from '#workflows/start-or-join.ts';
import { getKnownApp } from '../catalogue/get-app.ts';
import { toReviewsRequest } from './app-reviews.workflow.ts';
import type { ReviewSubject } from './review.ts';

export interface RefreshInput extends ReviewSubject {
  /** It pays. */
  readonly projectId: string | undefined;
}

type RefreshContext = Pick<RequestContext, 'postgres' | 'caller' | 'searchData' | 'workflows' | 'cache'>;

/**
 * Starts to read the newest reviews of an app, or joins the reading that is under way.
 * @returns the id of the workflow
 * @throws AppError `Project not found`, `Project is archived`, `App not found`, `not_configured`
 */
export async function refreshReviews(ctx: RefreshContext, input: RefreshInput): Promise<string> {
  await assertKnown(ctx, input);
  requireCredentials(ctx.searchData);
  const { platform, storefront, appId, languageCode, projectId } = input;
  const payload = {
    platform,
    storefront,
    app_id: appId,
    language_code: languageCode,
    project_ids: projectId === undefined ? [] : [projectId],
    ...carriedCauseOf(ctx.caller),
  };
  // The project that asked pays; the others get the same reviews.
  const subject = [platform, storefront, appId, languageCode];
  return await startOrJoin(ctx, { workflow: 'app-reviews', subject }, (id) => ctx.workflows.start('app-reviews', payload, { id }));
}

/** @throws AppError as `refreshReviews` does */
export async function estimateReviewRefresh(ctx: RefreshContext, input: RefreshInput): Promise<Estimate> {
  await assertKnown(ctx, input);
  return { calls: 1, costUsd: ctx.searchData.estimateAppDataUsd(toReviewsRequest(toSubject(input))) };
}

function toSubject({ platform, storefront, appId, languageCode }: RefreshInput): ReviewSubject {
  return { platform, storefront, appId, languageCode };
}

async function assertKnown(ctx: RefreshContext, { projectId, ...key }: RefreshInput): Promise<void> {
  if (projectId !== undefined) assertNotArchived(await getProject(ctx, projectId));
  await getKnownApp(ctx, key);
}
