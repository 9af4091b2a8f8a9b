import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { listOutcomes, type OutcomesQuestion, type PackedSeries } from './analytics.ts';
import { listOwnFeatures, type OwnFeatures } from './own-features/analytics.ts';
import type { OutcomeSeries } from './outcome.ts';

/** Keywords of one question: a few megabytes of answer, while the next ones are read. */
const KEYWORDS_AT_ONCE = 1_000;

/** The outcomes of keywords, series by series in the order of the keywords' ids; few are in memory at a time. */
export async function* readOutcomes(
  clickhouse: ClickHouse,
  question: OutcomesQuestion,
  keywordIds: readonly string[],
): AsyncGenerator<OutcomeSeries> {
  const ids = [...new Set(keywordIds)].toSorted();
  const read = async (at: number): Promise<Read> => await readSome(clickhouse, question, ids.slice(at, at + KEYWORDS_AT_ONCE));
  let next = read(0);
  for (let at = 0; at < ids.length; at += KEYWORDS_AT_ONCE) {
    const { packed, own } = await next;
    next = read(at + KEYWORDS_AT_ONCE);
    // Who stops early does not wait for it.
    next.catch(() => undefined);
    for (const unpack of packed) {
      const series = unpack();
      if (own !== undefined) addOwnFeatures(series, own);
      yield series;
    }
  }
}

interface Read {
  readonly packed: readonly PackedSeries[];
  readonly own: ReadonlyMap<string, OwnFeatures> | undefined;
}

async function readSome(clickhouse: ClickHouse, question: OutcomesQuestion, ids: readonly string[]): Promise<Read> {
  if (ids.length === 0) return { packed: [], own: undefined };
  const packed = await listOutcomes(clickhouse, question, ids);
  const own = question.own === undefined ? undefined : await listOwnFeatures(clickhouse, { ...question, own: question.own }, ids);
  return { packed, own };
}

function addOwnFeatures({ keywordId, engine, outcomes }: OutcomeSeries, found: ReadonlyMap<string, OwnFeatures>): void {
  for (const outcome of outcomes) {
    const features = found.get(`${keywordId} ${engine} ${outcome.atMs}`);
    outcome.ours = features?.ours ?? null;
    outcome.knowable = features?.knowable ?? null;
  }
}
