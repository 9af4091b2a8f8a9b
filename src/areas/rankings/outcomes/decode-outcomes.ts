import { DayOutcome, type OutcomeFacts } from './outcome.ts';

/** Bytes of one row as `analytics.ts` packs it: a number, the lowest byte first. */
export const ROW_BYTES = 24;

const NO_FACTS: OutcomeFacts = { page: null, provider: null, features: null, runId: null };

/**
 * The outcome of each day, oldest first. Rows are in the order of their moments, and those of one moment in that of their corrections:
 * the last good one of a day counts, a failed one only when there is no other.
 * @param facts by the number that rows name them by
 * @param span days since 1970; rows count from the day before the first one
 */
export function decodeOutcomes(
  rows: Buffer,
  facts: ReadonlyMap<number, OutcomeFacts>,
  span: { readonly first: number; readonly last: number },
): DayOutcome[] {
  const outcomes: DayOutcome[] = [];
  let last: DayOutcome | undefined;
  for (let at = 0; at < rows.length; at += ROW_BYTES) {
    const dayNumber = span.first - 1 + rows.readUInt16LE(at + 11);
    if (dayNumber < span.first || dayNumber > span.last) continue;
    const isGood = rows[at + 10] === 0;
    const isSameDay = last !== undefined && last.dayNumber === dayNumber;
    if (isSameDay && !isGood && last?.isGood) continue;
    last = new DayOutcome({
      dayNumber,
      isGood,
      atMs: rows.readUIntLE(at + 17, 6),
      position: rows.readUInt16LE(at + 6),
      depth: rows.readUInt16LE(at + 8),
      recomputedAt: rows.readUInt32LE(at + 13),
      facts: facts.get(rows.readUIntLE(at, 6)) ?? NO_FACTS,
    });
    if (isSameDay) outcomes[outcomes.length - 1] = last;
    else outcomes.push(last);
  }
  return outcomes;
}
