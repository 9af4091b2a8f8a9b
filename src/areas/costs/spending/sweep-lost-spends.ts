import type { AppContext } from '#context';
import { MINUTE_MS } from '#kernel/durations.ts';
import { messageOf } from '#kernel/errors.ts';
import { SILENT } from '#kernel/live.ts';
import type { TaskRecordSource, TaskRecord } from '#providers/metering.ts';
import { settleSpends } from './settle-spends.ts';
import type { FinalCost } from './settled-spend.ts';
import { listLostReservations, type LostReservation } from '../store/reservations.ts';

/**
 * For how long after a paid call the provider's record may not show it although it was made, in
 * milliseconds: a post is sent within two minutes and answered within half of another, and the provider
 * may be late by some minutes more.
 */
export const DOUBT_MS = 10 * MINUTE_MS;
/** Longer than any call takes, including its wait for its turn: a reservation that is still open then has lost its process. */
const ABANDONED_AFTER_MS = 10 * MINUTE_MS;
const RESERVATIONS_MAX = 1_000;
/** Questions to the provider's record in one sweep: ten a minute are allowed, over all processes. */
const QUESTIONS_MAX = 3;
/** Calls this close to each other are asked about together. */
const SPAN_MS = 5 * MINUTE_MS;
/** The provider's clock and ours may differ by this much. */
const MARGIN_MS = 2 * MINUTE_MS;
/** A call waits for its turn after its money is set aside, and then for its answer. */
const UNDER_WAY_MS = 4 * MINUTE_MS;

export interface SweepInput {
  /** Real time after which a reservation has lost its process; 10 minutes unless given. */
  readonly abandonedAfterMs?: number;
  /** Real time after the end of a call until which the record may not show it yet; `DOUBT_MS` unless given. */
  readonly unknownAfterMs?: number;
}

export interface SweepResult {
  /** Settled to the price in the provider's record. */
  readonly settled: number;
  /** Given up: the call is not in the record, or there is none. */
  readonly released: number;
  readonly remaining: number;
}

type Context = Pick<AppContext, 'postgres' | 'clock' | 'logger'> & {
  readonly live?: AppContext['live'];
  readonly searchData: Pick<TaskRecordSource, 'hasRecordsOf' | 'fetchTaskRecords'>;
};

/**
 * Settles the calls whose price is not known: those that ended without an answer, and those whose
 * process died. A call in the provider's record is booked at its price there. One that is missing a while
 * after it ended did not happen and is released at 0; without a record the estimate is booked.
 * Both are marked as not confirmed.
 */
export async function sweepLostSpends(ctx: Context, input: SweepInput = {}): Promise<SweepResult> {
  const { abandonedAfterMs = ABANDONED_AFTER_MS, unknownAfterMs = DOUBT_MS } = input;
  const lost = await listLostReservations(ctx.postgres, { abandonedAfterMs, limit: RESERVATIONS_MAX });
  const counts = { settled: 0, released: 0 };
  for await (const { reservations, found } of lookUp(ctx, lost)) {
    const settlements = reservations.flatMap((reservation) => decide(reservation, found, reservation.lostForMs >= unknownAfterMs) ?? []);
    await settleSpends({ postgres: ctx.postgres, live: ctx.live ?? SILENT }, settlements);
    for (const { isConfirmed } of settlements) counts[isConfirmed ? 'settled' : 'released'] += 1;
  }
  return { ...counts, remaining: lost.length - counts.settled - counts.released };
}

interface FoundRecords {
  readonly priceByTag: ReadonlyMap<string, TaskRecord>;
  /** Whether a call that is not among them did not happen. */
  readonly areConclusive: boolean;
}

const NO_RECORDS: FoundRecords = { priceByTag: new Map(), areConclusive: false };

interface LookedUp {
  readonly reservations: readonly LostReservation[];
  readonly found: FoundRecords;
}

/** Reservations with the records that may include them; those whose records cannot be read now are left out. */
async function* lookUp(ctx: Context, lost: readonly LostReservation[]): AsyncGenerator<LookedUp> {
  const hasRecords = (reservation: LostReservation): boolean => ctx.searchData.hasRecordsOf(reservation.endpoint);
  yield { reservations: lost.filter((reservation) => !hasRecords(reservation)), found: NO_RECORDS };
  for (const reservations of groupBySpan(lost.filter(hasRecords)).slice(0, QUESTIONS_MAX)) {
    const found = await readRecords(ctx, reservations);
    if (found !== undefined) yield { reservations, found };
  }
}

/** What a lost call is booked at; `undefined`: not yet known. */
function decide(reservation: LostReservation, found: FoundRecords, isOld: boolean): FinalCost | undefined {
  const record = found.priceByTag.get(reservation.tag);
  const unsuccessful = { reservationId: reservation.id, success: false, itemsReturned: null };
  if (record !== undefined) return { ...unsuccessful, costUsd: record.costUsd, taskId: record.taskId, isConfirmed: true };
  if (!isOld) return undefined;
  return { ...unsuccessful, costUsd: found.areConclusive ? 0 : reservation.estimateUsd, taskId: null, isConfirmed: false };
}

async function readRecords(ctx: Context, group: readonly LostReservation[]): Promise<FoundRecords | undefined> {
  const now = ctx.clock.now().getTime();
  // In the observed world: by the date of then, and by today's, should the world have been moved since.
  const times = group.flatMap(({ postedAt, ageMs }) => [postedAt.getTime(), now - ageMs]);
  const since = new Date(Math.min(...times) - MARGIN_MS);
  // Work that was done late is recorded late. The margin is for now too: the difference of the clocks is known to some seconds.
  const until = new Date(Math.min(Math.max(...times) + ABANDONED_AFTER_MS + DOUBT_MS, now) + MARGIN_MS);
  try {
    const { records, isComplete } = await ctx.searchData.fetchTaskRecords(group[0]?.endpoint ?? '', { since, until });
    const tagged = records.flatMap((record) => (record.tag === undefined ? [] : [[record.tag, record] as const]));
    // A long record is read from its beginning: far enough for a call that was done in time.
    const isRead = isComplete || (records.at(-1)?.postedAt.getTime() ?? 0) >= Math.max(...times) + UNDER_WAY_MS + MARGIN_MS;
    return { priceByTag: new Map(tagged), areConclusive: isRead && tagged.length === records.length };
  } catch (error) {
    ctx.logger.warn({ error: messageOf(error) }, 'the record of the provider could not be read');
    return undefined;
  }
}

/** Calls of one family of endpoints that lie close together, the oldest first. */
function groupBySpan(reservations: readonly LostReservation[]): LostReservation[][] {
  const groups: LostReservation[][] = [];
  for (const reservation of reservations) {
    const group = groups.find(
      ([first]) =>
        first !== undefined &&
        familyOf(first) === familyOf(reservation) &&
        reservation.postedAt.getTime() - first.postedAt.getTime() <= SPAN_MS,
    );
    if (group === undefined) groups.push([reservation]);
    else group.push(reservation);
  }
  return groups;
}

/** The family of endpoints, which has a record of its own: `/v3/serp`. */
function familyOf({ endpoint }: LostReservation): string {
  return endpoint.split('/').slice(0, 3).join('/');
}
