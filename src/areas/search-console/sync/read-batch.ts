import { isRetryable, messageOf, OutsideError } from '#kernel/errors.ts';
import { addDays } from '#kernel/days.ts';
import type { WorkflowContext } from '#context';
import { SearchConsoleFault } from '#providers/search-console/index.ts';
import type { SourceKey } from '../binding/binding.ts';
import { isBound } from '../binding/store.ts';
import { openSource, type Source } from '../connections/open-source.ts';
import { findProperty } from '../connections/store/properties.ts';
import { keepAnswered, keepTrouble, toTrouble } from '../connections/test-connection.ts';
import { isOfConnection, type Trouble } from '../faults/trouble.ts';
import { makeDayKeeper } from './keep-days.ts';
import { toFirstKeptDay, toPacificDay } from './pacific.ts';
import { readDay } from './read-day.ts';
import { listDueDays, noteFailedDay, upsertDay, type DaySpan } from './store/days.ts';
import { countDay } from './store/syncs.ts';

/** Days of a batch: a run that is interrupted reads none of them twice, and looks once for what is due. */
const DAYS_A_BATCH = 50;
/** Days that are read at once, each by one call after the other. */
const DAYS_AT_ONCE = 5;
/** Days that Google may still count: it says of an empty one nothing. */
const RECENT_DAYS = 4;

export interface Batch {
  /** Days that this run tried and did not get: the call failed, or Google has nothing of them yet. */
  readonly tried: readonly string[];
  readonly daysRead: number;
  /** Why no further batch is read. */
  readonly end?: 'nothing_due' | 'unbound' | { readonly pauseMs: number; readonly why: Trouble } | { readonly trouble: Trouble };
}

const NOTHING = { tried: [], daysRead: 0 };

export interface BatchToRead {
  readonly key: SourceKey;
  /** When the run began. */
  readonly since: Date;
  readonly without: readonly string[];
  readonly signal: AbortSignal;
  readonly isLastTry: boolean;
}

/** The days of which Google has something, newest last. */
export function toSpan(key: SourceKey, now: Date): DaySpan {
  const today = toPacificDay(now);
  return { ...key, from: addDays(toFirstKeptDay(today), 1), to: today };
}

/** Reads the next days that are due, the newest first. @throws what may go by itself, so that the step is tried again: what was read is not due any more */
export async function readBatch(ctx: WorkflowContext, asked: BatchToRead): Promise<Batch> {
  const { key, since, without } = asked;
  if (!(await isBound(ctx.postgres, key))) return { ...NOTHING, end: 'unbound' };
  const span = toSpan(key, ctx.clock.now());
  const days = await listDueDays(ctx.postgres, { ...span, since, without }, DAYS_A_BATCH);
  if (days.length === 0) return { ...NOTHING, end: 'nothing_due' };
  try {
    const source = await openSource(ctx, key.propertyId);
    if ('fault' in source) return { ...NOTHING, end: { trouble: source } };
    return await readDays(ctx, asked, { ...source, days, today: span.to });
  } catch (error) {
    const trouble = toTrouble(error);
    if (trouble === undefined) throw error;
    const property = await findProperty(ctx.postgres, key.propertyId);
    if (typeof property?.connectionId === 'string') await keepTrouble(ctx, property.connectionId, trouble);
    return { ...NOTHING, end: { trouble } };
  }
}

async function readDays(
  ctx: WorkflowContext,
  { key, signal, isLastTry }: BatchToRead,
  { days, today, connectionId, ...source }: Source & { readonly days: readonly string[]; readonly today: string },
): Promise<Batch> {
  const firstRecent = addDays(today, 1 - RECENT_DAYS);
  let daysRead = 0;
  const tried: string[] = [];
  const reader = { ...ctx, keepDay: makeDayKeeper(ctx.clickhouse, DAYS_AT_ONCE) };
  const failures: { readonly day: string; readonly error: unknown }[] = [];
  const readOne = async (day: string): Promise<void> => {
    const found = await readDay(reader, { ...source, key, day, isRecent: day >= firstRecent, signal });
    if (found === undefined) tried.push(day);
    else {
      await upsertDay(ctx.postgres, key, found);
      daysRead += 1;
      await countDay(ctx.postgres, key);
    }
  };
  const left = days.values();
  // A failure may be one of every day, such as a quota: no further day is begun after it.
  const readInTurn = async (): Promise<void> => {
    for (const day of left) {
      await readOne(day).catch((error: unknown) => void failures.push({ day, error }));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: DAYS_AT_ONCE }, readInTurn));
  const end = await judge(ctx, connectionId, failures);
  if (end !== undefined) return { tried, daysRead, end };
  if (tried.length + daysRead > 0) await keepAnswered(ctx, connectionId, key);
  for (const { day, error } of failures) {
    // Another try of the step reads only what lacks.
    if (!(error instanceof OutsideError) || (isRetryable(error) && !isLastTry)) throw error;
    await noteFailedDay(ctx.postgres, key, day, messageOf(error));
    tried.push(day);
  }
  return { tried, daysRead };
}

/** What ends the run: a quota, or a refusal that no other day would escape. */
async function judge(ctx: WorkflowContext, connectionId: string, failures: readonly { readonly error: unknown }[]): Promise<Batch['end']> {
  for (const { error } of failures) {
    if (error instanceof SearchConsoleFault && (error.fault === 'quota' || error.fault === 'rate_limited')) {
      const why = { fault: error.fault, cause: error.message, nextStep: error.hint ?? '' };
      return { pauseMs: error.retryAfterMs ?? 0, why };
    }
    const trouble = toTrouble(error);
    if (trouble === undefined || trouble.fault === 'request_refused') continue;
    if (isOfConnection(trouble)) await keepTrouble(ctx, connectionId, trouble);
    return { trouble };
  }
  return undefined;
}
