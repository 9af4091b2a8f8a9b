import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { KeywordMetrics } from '#providers/search-data/index.ts';
import { getKeptList, type FoundList, type KeptListContext } from './kept-list.ts';
import type { KeptListKind, KeptLists } from './list-kinds.ts';
import { toAskedList, type ListQuestion } from './list-question.ts';

export type KeywordList<Kind extends KeptListKind> = KeptLists[Kind]['value'] & Omit<FoundList<unknown>, 'value'>;

/**
 * A list of keywords, at most a day old (`getKeptList`).
 * @throws AppError 400 where the provider has no lists for the location and language
 * @throws OutsideError, BudgetExceededError
 */
export async function getKeywordList<Kind extends KeptListKind>(
  ctx: KeptListContext & Pick<AppContext, 'purchases'>,
  question: ListQuestion<Kind>,
  scope: SpendScope,
  options: { readonly signal: AbortSignal },
): Promise<KeywordList<Kind>> {
  const asked = toAskedList(ctx, question);
  const { value, ...found } = await getKeptList<KeptLists[Kind]['value']>(ctx, asked, scope, options);
  return { ...toList<Kind>(value, asked.limit), ...found };
}

/** The part of a stored list that was asked for. */
function toList<Kind extends KeptListKind>(value: KeptLists[Kind]['value'], limit: number): KeptLists[Kind]['value'] {
  const rows = (limit === 0 ? value.rows : value.rows.slice(0, limit)).map(withDates);
  return { ...value, ...('seed' in value && value.seed !== null ? { seed: withDates(value.seed) } : {}), rows } as typeof value;
}

/** JSON knows no dates. */
function withDates<Row extends object>(row: Row): Row {
  const { serpInfo } = row as Partial<KeywordMetrics>;
  if (!serpInfo?.checkedAt) return row;
  return { ...row, serpInfo: { ...serpInfo, checkedAt: new Date(serpInfo.checkedAt) } };
}
