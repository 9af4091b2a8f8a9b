import type { Caller } from '#http/caller.ts';
import { requireRight } from '#http/rights.ts';
import { notFound, invalid } from '#kernel/errors.ts';
import { listWatchedAssets } from '#areas/keywords/index.ts';
import { listTags } from '#areas/rankings/index.ts';
import type { AlertContext } from '../events/event-kind.ts';
import { findEventKind } from '../events/index.ts';
import { listShallow } from '../events/sources/store.ts';
import { toSelection } from '../events/where.ts';
import type { Condition } from '../rule.ts';

/**
 * Whether checks of the project can show what a rule asks for.
 * @param path what stands before the names of fields in an answer, such as `rule.`
 * @throws AppError when `n` is deeper than the checks of some keywords, with the first of them, and `Tag not found` or `Asset not found`
 */
export async function assertCondition(
  ctx: Pick<AlertContext, 'postgres'>,
  projectId: string,
  condition: Condition,
  path = '',
): Promise<void> {
  if (findEventKind(condition.when.event)?.isOfService === true)
    throw invalid([
      { path: `${path}when.event`, message: 'is of the whole service: only operators have rules for it, and none of a project' },
    ]);
  const { tag, asset_id: assetId } = condition.where;
  const [{ tags }, assets] = await Promise.all([listTags(ctx.postgres, projectId), listWatchedAssets(ctx.postgres, [projectId])]);
  if (tag !== undefined && !tags.some(({ id }) => id === tag)) throw notFound('Tag');
  if (assetId !== undefined && !(assets.get(projectId) ?? []).some(({ id }) => id === assetId)) throw notFound('Asset');
  const { event, n } = condition.when;
  if (typeof n !== 'number') return;
  const shallow = await listShallow(ctx.postgres, toSelection(projectId, condition), n);
  const [first] = shallow;
  if (first === undefined) return;
  const named = shallow.map(({ keyword, depth }) => `"${keyword}" (${depth})`).join(', ');
  const more = first.total > shallow.length ? ` and ${first.total - shallow.length} more` : '';
  throw invalid([
    {
      path: `${path}when.n`,
      message: `of ${event} ${n} cannot be seen by checks to depth ${first.depth}: ${named}${more} are read less deep`,
    },
  ]);
}

/**
 * Whether a caller may write rules of this event and read what they say.
 * @throws AppError `Forbidden`: events about money are for callers who see it
 */
export function requireEventRight(caller: Caller, { when }: Pick<Condition, 'when'>): void {
  const needs = findEventKind(when.event)?.needs;
  if (needs !== undefined) requireRight(caller, needs);
}
