import type { AppContext } from '#context';
import type { RequestScope } from '#http/endpoint.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { invalid, messageOf } from '#kernel/errors.ts';
import type { TaskRecordSource, TaskRecord } from '#providers/metering.ts';
import { compareRecords, type Comparison } from './compare-records.ts';
import { toSpendSpan, type Span } from './spending/span.ts';
import { listCallsOf, listPaidCalls, listReservedTags } from './store/reconcile.ts';

const SPAN_DAYS_MAX = 31;
const CALLS_MAX = 20_000;
/** Their clock and ours need not agree, and a call may have waited for its turn after it was reserved. */
const EARLIER_MS = 60_000;
const LATER_MS = 10 * 60_000;
/** A request answers within 30 s; a family whose turn does not come by then is reported as not read. */
const WAIT_MS = 20_000;

export interface FamilyRead {
  readonly family: string;
  readonly records: number;
  readonly isComplete: boolean;
  /** Why it could not be read; then its calls are not compared. */
  readonly error: string | null;
}

export interface Reconciliation extends Comparison {
  readonly asked: Required<Span>;
  /** What was compared: it ends early where there was more than could be read. */
  readonly compared: Required<Span>;
  readonly isComplete: boolean;
  readonly families: readonly FamilyRead[];
}

type Context = Pick<AppContext, 'postgres' | 'clock'> & Pick<RequestScope, 'signal'> & { readonly searchData: TaskRecordSource };

/**
 * Compares the ledger with what the provider says it charged, for a span of at most 31 days that ends
 * now at the latest; the last day unless given. Where there is more than one question can read, the
 * beginning of the span is compared and the answer says how far it came.
 * @throws AppError 400 for a span that is none or too long; OutsideError when no family's record could be read
 */
export async function reconcileCosts(ctx: Context, input: Span): Promise<Reconciliation> {
  const asked = toAskedSpan(input, ctx.clock.now());
  const reads = await readRecords(ctx, asked);
  const readable = reads.filter(({ error }) => error === null);
  const families = readable.map(({ family }) => family);
  const until = new Date(Math.min(asked.until.getTime(), ...readable.map(({ readUntil }) => readUntil.getTime())));
  const paid = await listPaidCalls(ctx.postgres, { since: asked.since, until, families, limit: CALLS_MAX });
  // More in the ledger than can be held: it is compared up to where it was read.
  const last = paid.length === CALLS_MAX ? paid.at(-1) : undefined;
  const compared = { since: asked.since, until: last?.at ?? until };
  const around = readable.flatMap(({ records }) => records);
  const records = around.filter(({ postedAt }) => postedAt >= compared.since && postedAt < compared.until);
  const comparison = compareRecords({
    records,
    around,
    paid: paid.filter(({ at }) => at < compared.until),
    ...(await lookUp(ctx, around)),
  });
  return {
    ...comparison,
    asked,
    compared,
    isComplete: readable.length === reads.length && compared.until.getTime() === asked.until.getTime(),
    families: reads.map(({ family, records: read, isComplete, error }) => ({ family, records: read.length, isComplete, error })),
  };
}

/** @throws AppError 400 */
function toAskedSpan(input: Span, now: Date): Required<Span> {
  const until = new Date(Math.min((input.until ?? now).getTime(), now.getTime()));
  const since = input.since ?? new Date(until.getTime() - DAY_MS);
  toSpendSpan({ since, until }, now);
  if (until.getTime() - since.getTime() > SPAN_DAYS_MAX * DAY_MS) {
    throw invalid([{ path: 'since', message: `since must be at most ${SPAN_DAYS_MAX} days before until` }]);
  }
  return { since, until };
}

interface FamilyRecords {
  readonly family: string;
  readonly records: readonly TaskRecord[];
  readonly isComplete: boolean;
  readonly error: string | null;
  /** Up to here nothing is missing. */
  readonly readUntil: Date;
}

/** @throws the first family's failure when none could be read */
async function readRecords({ searchData, clock, signal }: Context, { since, until }: Required<Span>): Promise<FamilyRecords[]> {
  const around = {
    since: new Date(since.getTime() - EARLIER_MS),
    until: new Date(Math.min(until.getTime() + LATER_MS, clock.now().getTime())),
  };
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
  const failures: unknown[] = [];
  const reads = await Promise.all(
    searchData.families.map(async (family): Promise<FamilyRecords> => {
      try {
        const { records, isComplete } = await searchData.fetchTaskRecords(family, around, deadline);
        // The second at which the list was cut may have more.
        const readUntil = isComplete ? until : (records.at(-1)?.postedAt ?? since);
        return { family, records, isComplete, error: null, readUntil };
      } catch (error) {
        failures.push(error);
        return { family, records: [], isComplete: false, error: messageOf(error), readUntil: until };
      }
    }),
  );
  if (failures.length === reads.length) throw failures[0];
  return reads;
}

async function lookUp({ postgres }: Pick<AppContext, 'postgres'>, records: readonly TaskRecord[]) {
  const tags = records.flatMap(({ tag }) => tag ?? []);
  // In this order: what is settled meanwhile is found in the ledger.
  const reservedTags = await listReservedTags(postgres, tags);
  const known = await listCallsOf(postgres, { taskIds: records.map(({ taskId }) => taskId), tags });
  return { known, reservedTags };
}
