import { findTrackedCheck, listUncheckedSubjects } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { WorkflowEnd } from '#workflows/define.ts';
import type { CheckSubject } from '../check.ts';
import { ingestSerp } from '../ingest/ingest-serp.ts';
import { recordFailure } from '../ingest/record-failure.ts';
import { findResultPage } from '../results/result-pages.ts';
import type { CheckOutput } from './tracking-input.ts';

/** How one check of a tracking run ended. */
export type CheckEnd = WorkflowEnd<CheckOutput>;

interface SharedRuns {
  readonly projectId: string | undefined;
  readonly subjects: readonly CheckSubject[];
  /** How the check of each subject ended. */
  readonly ends: readonly CheckEnd[];
}

/**
 * Gives a project the positions of checks that had ended for other projects before it began to
 * track their keywords: the day's check is not repeated, and no keyword is left pending by that.
 */
export async function joinSharedRuns(
  ctx: Pick<AppContext, 'postgres' | 'clickhouse' | 'clock' | 'outbox' | 'searchData'>,
  { projectId, subjects, ends }: SharedRuns,
): Promise<void> {
  if (projectId === undefined) return;
  for (const index of await listUncheckedSubjects(ctx.postgres, projectId, subjects)) {
    const subject = subjects[index];
    const end = ends[index];
    if (subject !== undefined && end !== undefined) await joinOne(ctx, projectId, { subject, end });
  }
}

async function joinOne(
  ctx: Pick<AppContext, 'postgres' | 'clickhouse' | 'clock' | 'outbox' | 'searchData'>,
  projectId: string,
  { subject, end }: { readonly subject: CheckSubject; readonly end: CheckEnd },
): Promise<void> {
  const check = await findTrackedCheck(ctx.postgres, subject);
  if (check === undefined) return;
  if (end.output === undefined) {
    const runId = hashId('run_', [end.workflowId, projectId]);
    const error = end.error ?? 'The check was terminated';
    await recordFailure(ctx, { check, runId, workflowId: end.workflowId, projectId, onlyProjectId: projectId, error });
    return;
  }
  const runId = 'run_id' in end.output ? end.output.run_id : null;
  const page = runId === null ? undefined : await findResultPage(ctx, runId);
  if (page !== undefined) await ingestSerp(ctx, { check, page, isStored: true, onlyProjectId: projectId });
}
