import { toDueDate } from '#areas/keywords/index.ts';
import { findProject } from '#areas/projects/index.ts';
import type { WorkflowContext } from '#context';
import { announceAnnotation } from './announce-annotation.ts';
import { insertAnnotation } from './store.ts';

export interface SettingNote {
  readonly id: string;
  readonly projectId: string;
  readonly text: string;
  readonly tag: string;
  readonly author: string;
}

/** Notes in the charts of a project, and of its shares, that from today on something is counted otherwise. */
export async function noteSetting(ctx: Pick<WorkflowContext, 'postgres' | 'clock' | 'live'>, note: SettingNote): Promise<void> {
  const project = await findProject(ctx.postgres, note.projectId);
  if (project === undefined) return;
  const now = ctx.clock.now();
  const annotation = {
    id: note.id,
    scope: 'project' as const,
    projectId: project.id,
    assetId: null,
    keywordId: null,
    startsOn: toDueDate(now, project.timeZone),
    endsOn: null,
    text: note.text,
    kind: 'other' as const,
    tags: [note.tag],
    showOnShares: true,
    author: note.author,
    source: null,
    createdAt: now,
    updatedAt: now,
  };
  await insertAnnotation(ctx.postgres, annotation);
  announceAnnotation(ctx, annotation);
}
