import { toDueDate } from '#areas/keywords/index.ts';
import { findProject } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';

/** As many keywords as a round on demand names; the others are judged with the next day's checks. */
const KEYWORDS_MAX = 10_000;
const MINUTE_MS = 60_000;

interface CheckedNow {
  /** What makes the checks: their round waits for its end. */
  readonly workflowId: string;
  readonly keywordIdsOf: ReadonlyMap<string, readonly string[]>;
}

/** Alerts judge what is checked on demand too, for these keywords alone: by the name of their workflow, because they come after this area. */
export async function judgeOnDemand(ctx: Pick<AppContext, 'postgres' | 'clock' | 'workflows'>, checked: CheckedNow): Promise<void> {
  const { workflowId, keywordIdsOf } = checked;
  const minute = Math.floor(ctx.clock.realNow() / MINUTE_MS);
  for (const [projectId, keywordIds] of keywordIdsOf) {
    const project = await findProject(ctx.postgres, projectId);
    if (project === undefined || keywordIds.length === 0) continue;
    await ctx.workflows.start(
      'alert-round',
      {
        project_id: projectId,
        day: toDueDate(ctx.clock.now(), project.timeZone),
        kind: 'on_demand',
        keyword_ids: [...new Set(keywordIds)].slice(0, KEYWORDS_MAX),
        workflow_ids: [workflowId],
      },
      { id: hashId('wf_', ['alert-round', projectId, minute, workflowId]) },
    );
  }
}
