import type { RequestContext } from '#context';
import { canSeeProject, nameOf } from '#http/caller.ts';
import { requireRight } from '#http/rights.ts';
import { notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { Project, ProjectSettings, ProjectStatus } from './project.ts';
import { lockProject, setPaidSubscription, updateProjectRow } from './store/projects.ts';

export interface UpdateProjectInput {
  readonly name?: string | undefined;
  /** Null empties it. */
  readonly description?: string | null | undefined;
  readonly status?: ProjectStatus | undefined;
  /** Merged into what is there, key by key; null removes a key. */
  readonly settings?: { readonly [Key in keyof ProjectSettings]: ProjectSettings[Key] | null } | undefined;
  readonly timeZone?: string | undefined;
}

type ProjectWriter = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows'>;

/**
 * Changes what is given and leaves the rest. Another scale of position holds at once: everything is kept in both.
 * @throws AppError `Project not found`, 403 for another status by those who may not archive projects
 */
export function updateProject(ctx: ProjectWriter, projectId: string, input: UpdateProjectInput): Promise<Project> {
  return ctx.postgres.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (project === undefined || !canSeeProject(ctx.caller, project)) throw notFound('Project');
    if (input.status !== undefined && input.status !== project.status) requireRight(ctx.caller, 'manage_projects');
    const changed = await updateProjectRow(tx, {
      ...project,
      name: input.name ?? project.name,
      description: input.description === undefined ? project.description : input.description,
      status: input.status ?? project.status,
      settings: mergeSettings(project.settings, input.settings ?? {}),
      timeZone: input.timeZone ?? project.timeZone,
      updatedAt: ctx.clock.now(),
    });
    await setPaidSubscription(tx, changed);
    if (changed.positionScale !== project.positionScale) await enqueueScaleNote(ctx, tx, changed);
    return changed;
  });
}

/** The soft delete; deleting twice is the same as once. */
export function archiveProject(ctx: ProjectWriter, projectId: string): Promise<Project> {
  return updateProject(ctx, projectId, { status: 'archived' });
}

/** Charts show on which day another scale began to hold. */
async function enqueueScaleNote({ workflows, caller }: ProjectWriter, tx: Transaction, { id, positionScale }: Project): Promise<void> {
  const note = { annotation_id: newId('ann_'), project_id: id, scale: positionScale, author: nameOf(caller) };
  await workflows.enqueue(tx, 'position-scale-note', note);
}

function mergeSettings(settings: ProjectSettings, changes: NonNullable<UpdateProjectInput['settings']>): ProjectSettings {
  return {
    defaultLocationCode: merge(settings.defaultLocationCode, changes.defaultLocationCode),
    defaultLanguageCode: merge(settings.defaultLanguageCode, changes.defaultLanguageCode),
    positionScale: merge(settings.positionScale, changes.positionScale),
    hasPaidPositions: merge(settings.hasPaidPositions, changes.hasPaidPositions),
    loadsAiOverviews: merge(settings.loadsAiOverviews, changes.loadsAiOverviews),
  };
}

function merge<Value>(current: Value | undefined, change: Value | null | undefined): Value | undefined {
  if (change === undefined) return current;
  return change ?? undefined;
}
