import { sumRunCosts } from '#areas/costs/index.ts';
import { getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { canSeeProject } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { isOpen } from '#workflows/types.ts';
import { MAIN_DIMENSION, OPEN_STATUSES, type ItemRecord, type ListRecord } from './list.ts';
import { groupItems, listItems, type ItemFilter, type ItemGroup } from './store/items.ts';
import { endList, findList, listRecords } from './store/lists.ts';

export type ListReader = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows'>;

/** A list, what became of its items so far, and what that cost. */
export interface ListState {
  readonly list: ListRecord;
  readonly groups: readonly ItemGroup[];
  readonly costUsd: number;
}

/**
 * The list, if the caller may see it.
 * @throws AppError `List not found`, also for another organization's list
 */
export async function getList(ctx: ListReader, listId: string): Promise<ListState> {
  const [state] = await toStates(ctx, [await findVisible(ctx, listId)]);
  if (state === undefined) throw notFound('List');
  return state;
}

/** @throws AppError `List not found` */
export async function findVisible(ctx: ListReader, listId: string): Promise<ListRecord> {
  const list = await findList(ctx.postgres, listId);
  if (list === undefined) throw notFound('List');
  // A list without a project belongs to the organization that gave it; one without either is for unbound callers alone.
  const owner = { id: list.projectId ?? '', organizationId: list.organizationId ?? '' };
  if (!canSeeProject(ctx.caller, owner)) throw notFound('List');
  return await endStopped(ctx, list);
}

/** A list whose workflow an operator has ended, or a failure, has ended with it. */
async function endStopped({ postgres, clock, workflows }: ListReader, list: ListRecord): Promise<ListRecord> {
  if (!OPEN_STATUSES.includes(list.status)) return list;
  const work = await workflows.find(list.workflowId);
  if (work === undefined || isOpen(work.status)) return list;
  const error = `its workflow has ended: ${work.status}`;
  await endList(postgres, list.id, { status: 'failed', error, now: clock.now() });
  return (await findList(postgres, list.id)) ?? list;
}

export interface ListsInput extends Page {
  readonly projectId: string | undefined;
}

/**
 * The lists of a project, or all that the caller may see, newest first.
 * @throws AppError `Project not found`
 */
export async function listLists(
  ctx: ListReader,
  { projectId, ...page }: ListsInput,
): Promise<{ readonly lists: ListState[]; readonly total: number }> {
  if (projectId !== undefined) await getProject(ctx, projectId);
  const filter = {
    organizationId: ctx.caller.organizationId ?? null,
    projectIds: projectId === undefined ? (ctx.caller.projectIds ?? null) : [projectId],
  };
  const { rows: lists, total } = await listRecords.read(ctx.postgres, filter, page);
  return { lists: await toStates(ctx, lists), total };
}

async function toStates({ postgres }: ListReader, lists: readonly ListRecord[]): Promise<ListState[]> {
  const ids = lists.map(({ id }) => id);
  const [groups, costs] = await Promise.all([groupItems(postgres, ids, MAIN_DIMENSION), sumRunCosts(postgres, ids)]);
  return lists.map((list) => ({
    list,
    groups: groups.filter(({ listId }) => listId === list.id),
    costUsd: costs.get(list.id) ?? 0,
  }));
}

/**
 * Items of a list with what they were found to be, in the order of the lines.
 * @throws AppError `List not found`
 */
export async function listItemsOfList(
  ctx: ListReader,
  filter: ItemFilter,
  page: Page,
): Promise<{ readonly items: ItemRecord[]; readonly total: number }> {
  await findVisible(ctx, filter.listId);
  const { rows: items, total } = await listItems.read(ctx.postgres, filter, page);
  return { items, total };
}
