import { listEndedKeywords } from '#areas/keywords/index.ts';
import type { PositionScale } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { addDays } from '#kernel/days.ts';
import { NO_READING, type CheckReading } from '../check-reading.ts';
import type { PageFilter } from '../daily-totals/totals.ts';
import { VALIDITY_DAYS_MAX } from '../daily-totals/validity-days.ts';
import { toTrackedKey } from '../grid/grid.ts';
import { listKeywordTexts, type KeywordText } from '../reports/store.ts';
import {
  countSiteMoves,
  listFeatureChanges,
  listMovedKeywords,
  toFirstComparedDay,
  type FeatureChange,
  type MovedKeyword,
  type MovesQuestion,
  type SiteMoves,
  type TopMoves,
} from './analytics.ts';
import { findTurn, type Turn } from './find-turn.ts';
import type { MoveCounts, Since } from './move.ts';
import { listOwnChecks, type OwnCheck } from './own-checks.ts';

export interface MovedKeywordDetails extends MovedKeyword, KeywordText {
  /** How the outcome of the later day was read, and that of the earlier one. */
  readonly reading: CheckReading;
  readonly previousReading: CheckReading;
  /** The step that most of the move comes from; undefined: its checks are not known. */
  readonly turn: Turn | undefined;
}

/** What changed between two days. */
export interface Moves {
  /** Counts of the keywords whose outcome is known on both days and that rank on one of them. */
  readonly counts: MoveCounts;
  /** Of the same keywords, in the scale that was asked for. */
  readonly top10: TopMoves;
  /** Those that moved most of each kind, most first. */
  readonly keywords: readonly MovedKeywordDetails[];
}

export interface MovesInput extends PageFilter {
  readonly projectId: string;
  readonly scale: PositionScale;
  readonly since: Since;
  /** Most moves of each kind; ten unless given. */
  readonly perKind?: number;
}

type Stores = Pick<AppContext, 'postgres' | 'clickhouse'>;

const PER_KIND = 10;

/**
 * How the best own site of each tracked keyword stands on a day against an earlier one, or against the check before. An outcome is
 * valid until the next good check (`validity-days.ts`); a keyword that was not known on one of the days has not moved. For callers
 * who know that the project may be seen.
 */
export async function listMoves(ctx: Stores, input: MovesInput): Promise<Moves> {
  const moved = await listMovedKeywords(ctx.clickhouse, await toQuestion(ctx, input), input.perKind ?? PER_KIND);
  const { counts, top10, keywords: shown } = moved;
  const { projectId, scale, since } = input;
  const keywordIds = [...new Set(shown.map(({ keywordId }) => keywordId))];
  const [texts, checks] = await Promise.all([
    listKeywordTexts(ctx.postgres, keywordIds),
    listOwnChecks(ctx.clickhouse, { projectId, scale, keywordIds, from: toFirstComparedDay(since), to: since.after }),
  ]);
  return {
    counts,
    top10,
    keywords: shown.flatMap((keyword) => {
      const text = texts.get(keyword.keywordId);
      const read = checks.get(toTrackedKey(keyword.keywordId, keyword.engine, keyword.channel)) ?? [];
      return text === undefined ? [] : [{ ...keyword, ...text, ...toWay(read, since) }];
    }),
  };
}

/** How the keywords of each own site and each competitor moved: each site for itself. */
export async function listSiteMoves(ctx: Stores, input: MovesInput): Promise<SiteMoves[]> {
  return await countSiteMoves(ctx.clickhouse, await toQuestion(ctx, input));
}

/** What came to the result pages, and what left them. */
export async function listFeatureMoves(ctx: Stores, input: MovesInput): Promise<FeatureChange[]> {
  return await listFeatureChanges(ctx.clickhouse, await toQuestion(ctx, input));
}

async function toQuestion({ postgres }: Stores, input: MovesInput): Promise<MovesQuestion> {
  const earliest = input.since.before ?? input.since.after;
  const ended = await listEndedKeywords(postgres, input.projectId, addDays(earliest, -VALIDITY_DAYS_MAX));
  return { ...input, endedPages: ended.map(({ page }) => page) };
}

/** The way from one outcome to the other, check by check. */
function toWay(read: readonly OwnCheck[], { before }: Since): Pick<MovedKeywordDetails, 'reading' | 'previousReading' | 'turn'> {
  const start = before === null ? read.length - 2 : read.findLastIndex(({ date }) => date <= before);
  const way = read.slice(Math.max(0, start));
  return {
    reading: way.at(-1)?.reading ?? NO_READING,
    previousReading: way[0]?.reading ?? NO_READING,
    turn: findTurn(way),
  };
}
