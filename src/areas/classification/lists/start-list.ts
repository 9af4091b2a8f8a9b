import { findOwner, requireRoomOfOwner } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { carriedCauseOf } from '#http/caller.ts';
import { invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { formatPlural } from '#kernel/text.ts';
import { getList, type ListState } from './get-list.ts';
import type { StageChoice } from './estimate-list.ts';
import { insertListItems } from './store/items.ts';
import { insertList, listRecords } from './store/lists.ts';
import { readListLines, type GivenLine, type ReadLines } from './read-lines.ts';

export interface ListInput extends StageChoice {
  readonly lines: readonly GivenLine[];
  readonly projectId: string | undefined;
  readonly name: string | undefined;
}

/** Of one project. */
const LISTS_MAX = 5_000;

/**
 * What the lines of a list are.
 * @throws AppError 400 that names every line, when none of them is an item
 */
export function readList(lines: readonly GivenLine[]): ReadLines {
  const read = readListLines(lines);
  if (read.items.length > 0) return read;
  const problems = read.refused.map(({ line, reason }) => ({ path: `items[${line - 1}]`, message: reason }));
  throw invalid(problems.length > 0 ? problems : [{ path: 'items', message: 'must hold a line with text' }]);
}

/**
 * Begins to classify a list: keeps it and queues its work in one transaction.
 * @throws AppError 400 when no line is an item; `Project not found`, `Project is archived`; 409 beyond 5,000 lists
 */
export async function startList(ctx: RequestContext, { lines, projectId, name, skipFetch, skipLlm }: ListInput): Promise<ListState> {
  const owner = await findOwner(ctx, projectId);
  const { items, refused, duplicates } = readList(lines);
  const id = newId('list_');
  const workflowId = newId('wf_');
  const list = { id, ...owner, name: name ?? nameOf(items), skipFetch, skipLlm, items: items.length, refused, duplicates, workflowId };
  await ctx.postgres.transaction(async (tx) => {
    await insertList(tx, { ...list, createdAt: ctx.clock.now() });
    await insertListItems(tx, id, items);
    await requireRoomOfOwner(tx, owner, { things: 'lists', max: LISTS_MAX, count: (by) => listRecords.count(tx, by) });
    await ctx.workflows.enqueue(tx, 'classification-list', { list_id: id, ...carriedCauseOf(ctx.caller) }, { id: workflowId });
  });
  return await getList(ctx, id);
}

const NAME_MAX = 60;

/** @example nameOf(items) // example.com and 12 others */
function nameOf(items: ReadLines['items']): string {
  const first = (items[0]?.value ?? '').slice(0, NAME_MAX);
  return items.length === 1 ? first : `${first} and ${formatPlural(items.length - 1, 'other')}`;
}
