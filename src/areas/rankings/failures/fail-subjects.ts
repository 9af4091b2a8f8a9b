import { findTrackedCheck } from '#areas/keywords/index.ts';
import type { WorkflowContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { CheckSubject } from '../check.ts';
import { recordFailure } from '../ingest/record-failure.ts';

/** Records that checks cannot be made without credentials of the provider. @param projectId undefined: of every project */
export async function failSubjects(ctx: WorkflowContext, projectId: string | undefined, subjects: readonly CheckSubject[]): Promise<void> {
  for (const subject of subjects) {
    const check = await findTrackedCheck(ctx.postgres, subject);
    const runId = hashId('run_', [ctx.workflowId, subject.keywordId, subject.engine, subject.channel]);
    const failure = { runId, workflowId: ctx.workflowId, projectId, onlyProjectId: projectId };
    if (check !== undefined) await recordFailure(ctx, { ...failure, check, error: ctx.searchData.provider.noCredentials.message });
  }
}
