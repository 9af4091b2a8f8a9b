import { isDeepStrictEqual } from 'node:util';
import { assertNotArchived, getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { carriedCauseOf } from '#http/caller.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { harvestKeywords } from '../../queues.ts';
import { announceRun } from '../announce-run.ts';
import { getResearchRun } from '../get-run.ts';
import type { Confirmation, Enrichment } from '../research-run.ts';
import type { RunRecord } from '../run-record.ts';
import { confirmRun } from '../store/runs.ts';
import { validateConfirmation, type ConfirmHints, type ConfirmInput, type ValidConfirmation } from './validate.ts';

export type ConfirmContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows' | 'searchData' | 'live'>;

export interface ConfirmedRun {
  readonly run: RunRecord;
  readonly warnings: readonly string[];
}

/**
 * Confirms what a run is about, and queues its harvest in the same transaction. The same confirmation again gives the same
 * answer.
 * @throws AppError `Run not found`, `Project is archived`; 400 naming what is wrong; 409 with the state of a run that does not
 *   wait for a confirmation
 */
export async function confirmCategories(ctx: ConfirmContext, runId: string, input: ConfirmInput): Promise<ConfirmedRun> {
  const run = await getResearchRun(ctx, runId);
  const { confirmation, warnings } = await validateForRun(ctx, run, input);
  if (run.status === 'awaiting_category_confirmation') await tryConfirm(ctx, run, confirmation);
  const now = await getResearchRun(ctx, runId);
  if (!isConfirmedAs(now, confirmation)) throw notAwaiting(now);
  return { run: now, warnings };
}

/**
 * The confirmation as it would be kept.
 * @throws AppError `Project is archived`; 400 naming what is wrong; 409 for a run that nothing is recommended for
 */
export async function validateForRun(
  ctx: HintContext,
  run: RunRecord,
  input: ConfirmInput,
): Promise<ValidConfirmation & { readonly enrichment: Enrichment }> {
  const { enrichment, host, options } = run;
  if (enrichment === null) throw notAwaiting(run);
  return { enrichment, ...validateConfirmation({ enrichment, host, options }, input, await findHints(ctx, run)) };
}

type HintContext = Pick<ConfirmContext, 'postgres' | 'caller' | 'searchData'>;

/**
 * What decides where a confirmation leaves it open.
 * @throws AppError `Project is archived`
 */
export async function findHints(ctx: HintContext, { projectId }: Pick<RunRecord, 'projectId'>): Promise<ConfirmHints> {
  const project = projectId === null ? undefined : await getProject(ctx, projectId);
  if (project !== undefined) assertNotArchived(project);
  return {
    hasLists: (countryCode, languageCode) => ctx.searchData.hasLists(countryCode, languageCode),
    locationCode: project?.settings.defaultLocationCode,
    languageCode: project?.settings.defaultLanguageCode,
  };
}

/** Another confirmation may be faster. */
async function tryConfirm(ctx: ConfirmContext, { id }: RunRecord, confirmation: Confirmation): Promise<void> {
  const workflowId = newId('wf_');
  const isOurs = await ctx.postgres.transaction(async (tx) => {
    const isConfirmed = await confirmRun(tx, id, { confirmation, workflowId, now: ctx.clock.now() });
    const payload = { run_id: id, ...carriedCauseOf(ctx.caller) };
    if (isConfirmed) await ctx.workflows.sendAll(tx, harvestKeywords, [{ id: workflowId, payload }]);
    return isConfirmed;
  });
  if (isOurs) await announceRun(ctx, id);
}

function isConfirmedAs(run: RunRecord, confirmation: Confirmation): boolean {
  // As it is read back: without what is undefined.
  const asKept: unknown = JSON.parse(JSON.stringify(confirmation));
  return run.confirmation !== null && isDeepStrictEqual(run.confirmation, asKept);
}

function notAwaiting({ id, status, error }: RunRecord): AppError {
  return new AppError('conflict', 'Run does not wait for a confirmation', {
    message: `The run is ${status}${error === null ? '' : `: ${error}`}.`,
    details: { run_id: id, status },
  });
}
