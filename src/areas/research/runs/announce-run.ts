import type { AppContext } from '#context';
import { findResearchRun } from './store/runs.ts';

declare module '#kernel/live.ts' {
  interface LiveTopics {
    research: true;
  }
}

/** Publishes on the live socket how a run stands. */
export async function announceRun({ postgres, live }: Pick<AppContext, 'postgres' | 'live'>, runId: string): Promise<void> {
  if (!live.isWanted('research') && !live.isWanted('project')) return;
  const run = await findResearchRun(postgres, runId);
  if (run === undefined) return;
  live.publish('research', { run_id: run.id, project_id: run.projectId, url: run.url, status: run.status, error: run.error });
  if (run.projectId !== null)
    live.publish('project', { project_id: run.projectId, change: 'research', run_id: run.id, status: run.status });
}
