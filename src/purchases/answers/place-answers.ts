import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#context';
import { SECOND_MS } from '#kernel/durations.ts';
import { messageOf } from '#kernel/errors.ts';
import type { PurchaseMemory } from '../engine.ts';
import { appendSegments, findSegments } from '../segments/analytics.ts';
import { packSegments, toDigest, unpackSegment, type Place } from '../segments/segment.ts';

type PlaceContext = Pick<AppContext, 'clickhouse' | 'clock' | 'config' | 'logger' | 'purchases'>;
export type BodyContext = Pick<AppContext, 'clickhouse' | 'purchases'>;

/** Fewer answers are little work for PostgreSQL, and are packed smaller when more have come. */
export const PLACED_TOGETHER_MIN = 8;
/** After a write that failed, answers go to PostgreSQL for so long: each try would cost those that deliver its time. */
const AFTER_FAILURE_MS = 30 * SECOND_MS;
/** Answers are applied, or read by who asked, within seven days; segments go with the days of evidence. */
const EVIDENCE_DAYS_MIN = 8;
/** Of what was placed just now, unpacked: the process that took answers is often the one that applies them. */
const REMEMBERED_BYTES_MAX = 16 * 1024 * 1024;

/** Where an answer lies, and what it was as received. */
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
    await withinTime(appendSegments(ctx.clickhouse, segments), ctx.purchases.memory.placeWithinMs);
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

/** What comes later is a segment that no row names; it goes with its day. */
async function withinTime(write: Promise<void>, timeMs: number): Promise<void> {
  const ended = new AbortController();
  const late = sleep(timeMs, 'late' as const, { signal: ended.signal, ref: false }).catch(() => 'ended' as const);
  try {
    if ((await Promise.race([write, late])) === 'late') throw new Error(`no answer within ${timeMs / SECOND_MS} s`);
  } finally {
    ended.abort();
    write.catch(() => undefined);
  }
}

/** Of `serp_answers a`, as `KeptBody` has them. */
export const BODY_COLUMNS = 'a.body, a.segment, a.first_byte, a.bytes';

/** A row that holds an answer as received, or says where it lies. */
export type KeptBody = { readonly body: Buffer } | ({ readonly body: null } & Place);

/**
 * The answers of rows, in their order; `undefined` for one whose segment ClickHouse has not: it was restored without it.
 * @throws StoreError while ClickHouse is away and has some of them
 */
export async function readBodies(
  { clickhouse, purchases: { memory } }: BodyContext,
  rows: readonly KeptBody[],
): Promise<(Buffer | undefined)[]> {
  const wanted = new Set(rows.flatMap((row) => (row.body === null ? row.segment : [])));
  const plain = new Map([...wanted].flatMap((id) => takeRemembered(memory, id) ?? []));
  const packed = await findSegments(
    clickhouse,
    [...wanted].filter((id) => !plain.has(id)),
  );
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
function takeRemembered({ segments }: PurchaseMemory, id: string): [[string, Buffer]] | undefined {
  const plain = segments.get(id);
  segments.delete(id);
  return plain && [[id, plain]];
}
