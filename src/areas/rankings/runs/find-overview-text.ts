import type { AppContext } from '#context';
import { OutsideError } from '#kernel/errors.ts';
import { findRawAnswers } from '../evidence/raw-answers.ts';
import { findOverview } from '../ingest/cited-places.ts';
import type { RunRecord } from './store/run-record.ts';

/** `kept`: here it is; `none`: the overview has none; `not_kept`: the provider's answer is not there any more; `unavailable`: cannot be asked now. */
export const OVERVIEW_TEXT_STATES = ['kept', 'none', 'not_kept', 'unavailable'] as const;

/** What an AI overview says in words, Markdown. */
export interface OverviewText {
  readonly state: (typeof OVERVIEW_TEXT_STATES)[number];
  /** Null unless `kept`. */
  readonly text: string | null;
}

/** The words of the AI overview of a run out of the provider's answer: results keep its references alone. Text of others. */
export async function findOverviewText(
  ctx: Pick<AppContext, 'postgres' | 'clickhouse' | 'searchData'>,
  run: RunRecord,
): Promise<OverviewText> {
  const answers = await findRawAnswers(ctx, run.id);
  if (answers === 'away') return { state: 'unavailable', text: null };
  for (const { text: answer } of answers.toReversed()) {
    const overview = await readOverview(ctx, run, answer);
    if (overview !== undefined) return { state: overview.text === null ? 'none' : 'kept', text: overview.text };
  }
  return { state: 'not_kept', text: null };
}

/** An answer that holds no page, of a try that failed, has no overview. */
async function readOverview({ searchData }: Pick<AppContext, 'searchData'>, run: RunRecord, answer: string) {
  try {
    return findOverview((await searchData.readSerpAnswer(Buffer.from(answer), run)).items);
  } catch (error) {
    if (error instanceof OutsideError) return undefined;
    throw error;
  }
}
