import type { AppContext } from '#context';
import { SECOND_MS } from '#kernel/durations.ts';
import { messageOf } from '#kernel/errors.ts';
import { within } from '#kernel/within.ts';
import type { PurchaseMemory } from '../engine.ts';
import type { QuestionContext } from '../question.ts';
import { appendSegments, findSegments } from '../segments/analytics.ts';
import { packSegments, toDigest, unpackSegment, type Place } from '../segments/segment.ts';

export type PlaceContext = Pick<AppContext, 'clickhouse' | 'clock' | 'logger' | 'purchases'> & Pick<QuestionContext, 'config'>;
export type BodyContext = Pick<AppContext, 'clickhouse' | 'purchases'>;

/** Answers of a segment, at least. Fewer are little work for PostgreSQL, and are packed smaller when more have come. */
export const PLACED_TOGETHER_MIN = 8;
/** Rest of ClickHouse after a write that failed: answers go to PostgreSQL meanwhile, because each try takes time of those that deliver. */
const AFTER_FAILURE_MS = 30 * SECOND_MS;
/** Days of evidence, with which segments go. Answers are applied, or read by who asked, within seven. */
const EVIDENCE_DAYS_MIN = 8;
/** Unpacked bytes of what was placed just now: the process that took answers is often the one that applies them. */
const REMEMBERED_BYTES_MAX = 16 * 1024 * 1024;

/** Place of an answer, with the digest of what was received. */
export interface PlacedBody extends Place {
  /** SHA-256, in hexadecimal digits. */
  readonly digest: string;
}

/**
 * Packs answers that came together into segments of ClickHouse, so that they never pass PostgreSQL and its log.
 * @returns the places, in the order of the answers; none where PostgreSQL is to keep them: few came, evidence is kept for
 *   days only, or ClickHouse does not take them in time
 */
export async function placeAnswers(ctx: PlaceContext, bodies: readonly Buffer[]): Promise<readonly PlacedBody[] | undefined> {
  if (bodies.length < PLACED_TOGETHER_MIN || ctx.config.serpEvidenceDays < EVIDENCE_DAYS_MIN || !isOpen(ctx)) return undefined;
  const createdAt = ctx.clock.now();
  const segments = await packSegments(bodies.map((answer) => ({ createdAt, answer })));
  try {
    // A write that ends later leaves a segment that no row names; it goes with its day.
    await within(ctx.purchases.memory.placeWithinMs, appendSegments(ctx.clickhouse, segments));
  } catch (error) {
    ctx.purchases.memory.placesFromMs = performance.now() + AFTER_FAILURE_MS;
    ctx.logger.warn({ error: messageOf(error) }, 'answers go to PostgreSQL: ClickHouse did not take them');
    return undefined;
  }
  for (const { id, plain } of segments) remember(ctx.purchases.memory, id, plain);
  return segments.flatMap(({ answers }) => answers.map(({ answer, place }) => ({ ...place, digest: toDigest(answer) })));
}

function isOpen({ clickhouse, purchases: { memory } }: PlaceContext): boolean {
  return clickhouse.findTrouble() === undefined && performance.now() >= (memory.placesFromMs ?? 0);
}

/** Columns of `serp_answers a` that make a `KeptBody`. */
export const BODY_COLUMNS = 'a.body, a.segment, a.first_byte, a.bytes';

/** An answer as received, or where it lies. */
export type KeptBody = { readonly body: Buffer } | ({ readonly body: null } & Place);

/**
 * The answers of rows, in their order; `undefined` for one whose segment ClickHouse has not: it was restored without it.
 * @throws StoreError while ClickHouse is away and has some of them
 */
export async function readBodies(
  { clickhouse, purchases: { memory } }: BodyContext,
  rows: readonly KeptBody[],
): Promise<(Buffer | undefined)[]> {
  const plain = new Map<string, Buffer>();
  const missing: string[] = [];
  for (const id of new Set(rows.flatMap((row) => (row.body === null ? row.segment : [])))) {
    const known = takeRemembered(memory, id);
    if (known === undefined) missing.push(id);
    else plain.set(id, known);
  }
  const packed = await findSegments(clickhouse, missing);
  for (const [id, bytes] of packed) plain.set(id, await unpackSegment(bytes));
  return rows.map((row) => row.body ?? plain.get(row.segment)?.subarray(row.firstByte, row.firstByte + row.bytes));
}

function remember(memory: PurchaseMemory, id: string, plain: Buffer): void {
  memory.segments.set(id, plain);
  let bytes = 0;
  for (const [one, { length }] of [...memory.segments].toReversed()) {
    bytes += length;
    if (bytes > REMEMBERED_BYTES_MAX) memory.segments.delete(one);
  }
}

/** Answers are applied once: a second look may ask ClickHouse. */
function takeRemembered({ segments }: PurchaseMemory, id: string): Buffer | undefined {
  const plain = segments.get(id);
  segments.delete(id);
  return plain;
}
