import { settlePositionScale } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';

/** Who notes it in the charts. */
const AUTHOR = 'Sightline';

/**
 * A project's whole past has both scales of position now: the scale that is wanted takes over, and charts note the
 * day when it is another one. Twice changes nothing.
 */
export async function settleScale({ postgres, workflows, live }: Pick<AppContext, 'postgres' | 'workflows' | 'live'>, projectId: string) {
  await postgres.transaction(async (tx) => {
    const scale = await settlePositionScale(tx, projectId);
    if (scale === undefined || scale === 'page') return;
    const note = { annotation_id: newId('ann_'), project_id: projectId, scale, author: AUTHOR };
    await workflows.enqueue(tx, 'position-scale-note', note);
    tx.afterCommit(() => live.publish('project', { project_id: projectId, change: 'rankings' }));
  });
}
