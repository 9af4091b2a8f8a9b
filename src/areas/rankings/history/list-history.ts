import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { listProjectHistory } from './analytics/project-history.ts';
import { listKeywordOutcomes } from './analytics/keyword-history.ts';
import { FIRST_DAY, isAskedByDomain, isOfOnePage, LAST_DAY, toRelationship, type HistoryInput } from './history-input.ts';
import { selectHistoryRows, type DatedOutcome } from './select-history-rows.ts';
import type { Ranking, RankingPage } from '../ranking.ts';
import { findKeyword, type KeywordRecord } from './store.ts';

export interface HistoryReader {
  readonly postgres: Sql;
  readonly clickhouse: ClickHouse;
}

/**
 * The history of a project's positions, oldest first. Unless asked by asset, domain or relationship it is
 * that of the best own domain; unless asked by channel or platform, that of one result page: the organic one
 * of `engine_a` before others.
 */
export async function listRankingHistory(ctx: HistoryReader, input: HistoryInput): Promise<RankingPage> {
  const { keywordId } = input;
  return keywordId === undefined ? await listProjectHistory(ctx.clickhouse, input) : await listKeywordHistory(ctx, { ...input, keywordId });
}

type KeywordInput = HistoryInput & { readonly keywordId: string };

/** One keyword has few rows: they are read as they are and worked out here. */
async function listKeywordHistory({ postgres, clickhouse }: HistoryReader, input: KeywordInput): Promise<RankingPage> {
  const { startDate = FIRST_DAY, endDate = LAST_DAY, offset, limit } = input;
  const [keyword, outcomes] = await Promise.all([
    findKeyword(postgres, input.keywordId),
    listKeywordOutcomes(clickhouse, { ...input, relationship: toRelationship(input), endDate }),
  ]);
  if (keyword === undefined || !fits(keyword, input)) return { rankings: [], total: 0 };
  const onPages = outcomes.filter(
    ({ channel, engine }) =>
      (input.channel === undefined || channel === input.channel) && (input.engine === undefined || engine === input.engine),
  );
  const history = selectHistoryRows(onPages, {
    scale: input.scale,
    isByDomain: isAskedByDomain(input),
    isOnePage: isOfOnePage(input),
  }).filter(({ checkDate, status }) => checkDate >= startDate && (input.status === undefined || status === input.status));
  return { rankings: history.slice(offset, offset + limit).map((outcome) => toRanking(keyword, outcome)), total: history.length };
}

function fits(keyword: KeywordRecord, { keywordPrefix = '', device, locationCode }: HistoryInput): boolean {
  return (
    keyword.normalizedText.startsWith(keywordPrefix) &&
    (device === undefined || keyword.device === device) &&
    (locationCode === undefined || keyword.locationCode === locationCode)
  );
}

function toRanking(keyword: KeywordRecord, { recomputedAt: _recomputedAt, ...outcome }: DatedOutcome): Ranking {
  const isFailed = outcome.status === 'failed';
  return {
    ...outcome,
    keywordId: keyword.id,
    keywordText: keyword.text,
    device: keyword.device,
    locationCode: keyword.locationCode,
    languageCode: keyword.languageCode,
    assetName: null,
    checkedDepth: isFailed ? null : outcome.checkedDepth,
    failedAt: isFailed ? outcome.checkTs : null,
  };
}
