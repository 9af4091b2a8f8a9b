import type { AppContext } from '#context';

/** Where checks are announced; nothing is announced without it. */
export type Announcing = Partial<Pick<AppContext, 'live'>>;

/** A check that has ended, and the projects whose positions it decided. */
export interface EndedCheck {
  readonly projectIds: readonly string[];
  readonly runId: string;
  readonly isFailed: boolean;
}

/** More projects than have listeners; one check may be shared by thousands. */
const PROJECTS_MAX = 1_000;

/** Publishes that the positions of projects have changed: one event a project, to be called when all of it is committed. */
export function announceChecks({ live }: Announcing, checks: readonly EndedCheck[]): void {
  if (live === undefined || checks.length === 0 || !live.isWanted('project')) return;
  const byProject = new Map<string, EndedCheck[]>();
  for (const check of checks)
    for (const projectId of check.projectIds) {
      const known = byProject.get(projectId);
      if (known !== undefined) known.push(check);
      else if (byProject.size < PROJECTS_MAX) byProject.set(projectId, [check]);
    }
  for (const [projectId, own] of byProject)
    live.publish('project', {
      project_id: projectId,
      change: 'rankings',
      checks: own.length,
      failed: own.filter(({ isFailed }) => isFailed).length,
      run_id: own.length === 1 ? own[0]?.runId : undefined,
    });
}
