import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { canSeeProject } from '#http/caller.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { raiseEdits } from '../tracking/store/edits.ts';
import { TAGS_MAX, type ProjectTag, type Tag } from './tag.ts';
import { countTags, deleteTagRow, findTagNamed, insertTag, listTagRows, lockTag, updateTagRow, type CountedTag } from './store/tags.ts';

type TagWriter = Pick<RequestContext, 'postgres' | 'caller' | 'clock'>;

/**
 * The project's tags by name, with how many keywords have each.
 * @throws AppError `Project not found`
 */
export async function listTags(ctx: ProjectReader, projectId: string): Promise<CountedTag[]> {
  await getProject(ctx, projectId);
  return await listTagRows(ctx.postgres, projectId);
}

/**
 * Adds a tag to a project.
 * @throws AppError `Project not found`; 409 for a name that another tag has, and beyond 200 tags
 */
export async function createTag(ctx: TagWriter, input: Pick<ProjectTag, 'projectId' | 'name' | 'color'>): Promise<ProjectTag> {
  const project = await getProject(ctx, input.projectId);
  const now = ctx.clock.now();
  return await ctx.postgres.transaction(async (tx) => {
    const tag = { ...input, id: newId('tag_'), createdAt: now, updatedAt: now };
    // The row of the project's edits makes those who add tags wait for each other.
    await raiseEdits(tx, [project.id]);
    await assertNameIsFree(tx, tag);
    if ((await countTags(tx, project.id)) >= TAGS_MAX)
      throw new AppError('conflict', 'Too many tags', { message: `A project has at most ${TAGS_MAX} tags` });
    await insertTag(tx, tag);
    return tag;
  });
}

/**
 * Changes what is given and leaves the rest.
 * @throws AppError `Tag not found`, also for another organization's; 409 for a name that another tag has
 */
export async function updateTag(ctx: TagWriter, tagId: string, changes: Partial<Pick<Tag, 'name' | 'color'>>): Promise<ProjectTag> {
  return await ctx.postgres.transaction(async (tx) => {
    const changed = { ...(await getOwnTag(ctx, tx, tagId)), ...changes, updatedAt: ctx.clock.now() };
    await raiseEdits(tx, [changed.projectId]);
    await assertNameIsFree(tx, changed);
    await updateTagRow(tx, changed);
    return changed;
  });
}

/**
 * Removes a tag from its project and from every keyword.
 * @throws AppError `Tag not found`
 */
export async function deleteTag(ctx: TagWriter, tagId: string): Promise<ProjectTag> {
  return await ctx.postgres.transaction(async (tx) => {
    const tag = await getOwnTag(ctx, tx, tagId);
    await raiseEdits(tx, [tag.projectId]);
    await deleteTagRow(tx, tag.id);
    return tag;
  });
}

async function getOwnTag({ caller }: TagWriter, tx: Sql, tagId: string): Promise<ProjectTag> {
  const found = await lockTag(tx, tagId);
  if (found === undefined || !canSeeProject(caller, { id: found.projectId, organizationId: found.organizationId })) throw notFound('Tag');
  const { organizationId: _organizationId, ...tag } = found;
  return tag;
}

async function assertNameIsFree(tx: Sql, { id, projectId, name }: ProjectTag): Promise<void> {
  const other = await findTagNamed(tx, projectId, name);
  if (other === undefined || other === id) return;
  throw new AppError('conflict', 'Tag exists', { message: `The project has a tag "${name}"`, details: { tag_id: other } });
}
