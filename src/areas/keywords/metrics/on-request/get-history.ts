import type { BudgetExceededError } from '#kernel/errors.ts';
import { isBound, type Caller } from '#http/caller.ts';
import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { MonthlySearches } from '#providers/search-data/index.ts';
import { estimateKeywordAttributes } from '../../answers/attributes/estimate-keyword-attributes.ts';
import { getKeywordAttributes, type KeywordAttributes } from '../../answers/attributes/get-keyword-attributes.ts';
import { toMonthRows } from '../metrics-history.ts';
import { mergeMonths } from '../metrics.ts';
import { copyMetrics, listAskedSubjects } from '../store/metrics.ts';
import type { KeywordMetricsContext } from './ask-keyword-metrics.ts';
import { toSubjects, type KeywordMetricsQuestion } from './metrics-question.ts';
import { listKnownMonths, lockMonths, updateHistory, type HistoryAnswer, type KnownMonths, type StoredHistory } from './store/history.ts';

/**
 * How far the months of a keyword with metrics reach back. `known`: as far as the provider's do; `unavailable`: it sells none
 * for the location; `skipped`: a budget had no room.
 */
export const HISTORY_STATUSES = ['known', 'unknown', 'refused', 'not_asked', 'unavailable', 'skipped'] as const;
export type HistoryStatus = (typeof HISTORY_STATUSES)[number];

export interface KeywordHistory {
  readonly status: HistoryStatus;
  /** Newest first. */
  readonly months: readonly MonthlySearches[];
}

export interface HistoryResult {
  /** By normalized keyword; those without metrics are left out. */
  readonly histories: ReadonlyMap<string, KeywordHistory>;
  readonly costUsd: number;
  readonly stoppedBy?: BudgetExceededError | undefined;
}

/**
 * The months of keywords whose metrics are known. What was asked once is never bought again: later months come with the metrics.
 * @param isAsked false: says what is stored
 * @throws OutsideError; what other calls brought is stored
 */
export async function getHistory(
  ctx: KeywordMetricsContext,
  question: KeywordMetricsQuestion,
  scope: SpendScope,
  { signal, isAsked }: { readonly signal: AbortSignal; readonly isAsked: boolean },
): Promise<HistoryResult> {
  const { byId } = toSubjects(ctx, question);
  const known = await listKnownMonths(ctx.postgres, [...byId.keys()]);
  const open = isAsked ? known.filter(isOpen) : [];
  const bought = await buyHistory(ctx, { ...question, subjects: open }, scope, signal);
  const histories = known.map((one) => {
    const { months, status } = bought.histories.get(one.id) ?? { ...one, status: one.historyStatus ?? undefined };
    const missing = isAsked && isOpen(one) ? 'skipped' : 'not_asked';
    return [one.keyword, { months, status: status ?? (one.source === 'labs' ? missing : 'unavailable') }] as const;
  });
  return { histories: new Map(histories), costUsd: bought.costUsd, stoppedBy: bought.stoppedBy };
}

/** The provider's own database has a past; the ads planner's is not asked for. */
function isOpen({ source, historyStatus }: Pick<KnownMonths, 'source' | 'historyStatus'>): boolean {
  return source === 'labs' && historyStatus === null;
}

/** Metrics whose past is to be bought, all in one country and language. */
export interface HistoryPurchase extends Pick<KeywordMetricsQuestion, 'locationCode' | 'languageCode' | 'organizationId'> {
  readonly subjects: readonly { readonly id: string; readonly keyword: string }[];
}

/** Buys the past of metrics, and keeps it with them. An answer of the last day that a crash kept from them is not bought again. */
export async function buyHistory(
  ctx: KeywordMetricsContext,
  { subjects, locationCode, languageCode, organizationId }: HistoryPurchase,
  scope: SpendScope,
  signal: AbortSignal,
): Promise<Pick<HistoryResult, 'costUsd' | 'stoppedBy'> & { readonly histories: ReadonlyMap<string, StoredHistory> }> {
  if (subjects.length === 0) return { histories: new Map(), costUsd: 0 };
  const keywords = subjects.map(({ keyword }) => keyword);
  const asked = await getKeywordAttributes(ctx, { kind: 'history', keywords, locationCode, languageCode, organizationId }, scope, {
    signal,
  });
  const histories = await keepHistory(ctx, subjects, asked.attributes);
  return { histories: new Map(histories.map((one) => [one.id, one])), costUsd: asked.costUsd, stoppedBy: asked.stoppedBy };
}

async function keepHistory(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'outbox'>,
  subjects: HistoryPurchase['subjects'],
  attributes: KeywordAttributes<readonly MonthlySearches[]>['attributes'],
): Promise<StoredHistory[]> {
  return await ctx.postgres.transaction(async (tx) => {
    const stored = await lockMonths(
      tx,
      subjects.map(({ id }) => id),
    );
    const histories = subjects.flatMap(({ id, keyword }): StoredHistory[] => {
      const attribute = attributes.get(keyword);
      if (attribute === undefined) return [];
      const known = stored.get(id) ?? [];
      const status: HistoryAnswer = typeof attribute === 'string' ? attribute : 'known';
      // The metrics are newer than the past: their months hold.
      return [{ id, status, months: typeof attribute === 'string' ? known : mergeMonths(known, attribute) }];
    });
    await updateHistory(tx, histories, ctx.clock.now());
    const figured = await copyMetrics(tx, { metricsIds: histories.flatMap(({ id, status }) => (status === 'known' ? [id] : [])) });
    await ctx.outbox.append(
      tx,
      'monthly_keyword_searches',
      figured.flatMap((keyword) => toMonthRows(keyword, undefined)),
    );
    return histories;
  });
}

/** What `getHistory` would cost at most, the keywords included whose metrics are not known yet. */
export async function estimateHistory(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'config'>,
  question: KeywordMetricsQuestion,
  caller?: Caller,
): Promise<{ readonly calls: number; readonly costUsd: number }> {
  const { byId, source } = toSubjects(ctx, question);
  if (source !== 'labs') return { calls: 0, costUsd: 0 };
  const known = await listKnownMonths(ctx.postgres, [...byId.keys()]);
  const organizationId = caller !== undefined && isBound(caller) ? (question.organizationId ?? '') : undefined;
  const asked = known.filter((one) => !isOpen(one)).map(({ id }) => ({ id, organizationId }));
  // For a bound caller only what its own organization tracks is free.
  const done = await listAskedSubjects(ctx.postgres, asked);
  const keywords = [...byId].flatMap(([id, { normalizedText }]) => (done.has(id) ? [] : [normalizedText]));
  return await estimateKeywordAttributes(ctx, { ...question, kind: 'history', keywords }, caller);
}
