import type { PositionScale } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { addDays } from '#kernel/days.ts';
import { listEndedKeywords } from '../daily-totals/store.ts';
import type { PageFilter } from '../daily-totals/totals.ts';
import { VALIDITY_DAYS_MAX } from '../daily-totals/validity-days.ts';
import { NO_READING, type CheckReading } from '../check-reading.ts';
import { listDayReadings } from './analytics/day-readings.ts';
import { listFeatureChanges, listMovedKeywords, MOVES, type FeatureChange, type Move, type MovedKeyword } from './analytics/moves.ts';
import { listKeywordTexts, type KeywordText } from './store.ts';

export interface MovedKeywordDetails extends MovedKeyword, KeywordText {
  /** How the outcome of the later day was read, and that of the earlier one. */
  readonly reading: CheckReading;
  readonly previousReading: CheckReading;
}

/** What changed between two days. */
export interface Moves {
  /** Of the keywords whose outcome is known on both days and that rank on one of them. */
  readonly counts: Readonly<Record<Move, number>>;
  /** The ten that moved most of each kind, most first. */
  readonly keywords: readonly MovedKeywordDetails[];
  readonly features: readonly FeatureChange[];
}

export interface MovesInput extends PageFilter {
  readonly projectId: string;
  readonly scale: PositionScale;
  /** `YYYY-MM-DD` */
  readonly before: string;
  readonly after: string;
}

/**
 * How the best own site of each tracked keyword stands on a day against an earlier one. An outcome is valid until the
 * next good check (`validity-days.ts`); a keyword that was not known on one of the days has not moved. For callers who know that the
 * project may be seen.
 */
export async function listMoves(ctx: Pick<AppContext, 'postgres' | 'clickhouse'>, input: MovesInput): Promise<Moves> {
  const ended = await listEndedKeywords(ctx.postgres, input.projectId, addDays(input.before, -VALIDITY_DAYS_MAX));
  const question = { ...input, endedPages: ended.map(({ page }) => page) };
  const [moved, features] = await Promise.all([listMovedKeywords(ctx.clickhouse, question), listFeatureChanges(ctx.clickhouse, question)]);
  const shown = moved.filter(({ move }) => move !== 'unchanged');
  const keywordIds = shown.map(({ keywordId }) => keywordId);
  const readOn = async (day: string) =>
    await listDayReadings(ctx.clickhouse, { projectId: input.projectId, scale: input.scale, keywordIds, day });
  const [texts, readingBefore, readingAfter] = await Promise.all([
    listKeywordTexts(ctx.postgres, keywordIds),
    readOn(input.before),
    readOn(input.after),
  ]);
  return {
    counts: Object.fromEntries(MOVES.map((move) => [move, moved.find((one) => one.move === move)?.total ?? 0])) as Moves['counts'],
    keywords: shown.flatMap((keyword) => {
      const text = texts.get(keyword.keywordId);
      const reading = readingAfter(keyword) ?? NO_READING;
      const previousReading = readingBefore(keyword) ?? NO_READING;
      return text === undefined ? [] : [{ ...keyword, ...text, reading, previousReading }];
    }),
    features,
  };
}
