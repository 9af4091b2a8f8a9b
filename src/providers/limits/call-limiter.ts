import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { makeHoldUps, type HoldUps } from './hold-ups.ts';
import { makeProcessConcurrencyLimit, makeProcessRateLimit } from './process-limits.ts';
import { makeSharedConcurrencyLimit, type CallSlots } from './shared-concurrency-limit.ts';
import { makeSharedRateLimit, type RateCounter, type SharedRateWindow } from './shared-rate-limit.ts';
import type { Enter } from './waiting-line.ts';

export type { CallSlots } from './shared-concurrency-limit.ts';
export type { RateCounter } from './shared-rate-limit.ts';

/** How often an outside service may be called (rate limits), and how many calls may be under way at once (concurrency limit). */
export interface CallLimits {
  readonly service: string;
  /** A group of the service's endpoints. `account` holds for every call of the service, on top of the row of its own class. */
  readonly class: string;
  readonly perSecond?: number;
  readonly perMinute?: number;
  /** Between the beginnings of two calls, in milliseconds; 0 is no delay. */
  readonly everyMs?: number;
  /** Calls that are under way at once. */
  readonly concurrency?: number;
}

/** The class of the whole account of a service. */
export const ACCOUNT = 'account';

/** Our windows are a little longer than theirs: a call that is on its way for longer than others arrives closer to the calls after it. */
const WINDOW_MARGIN = 1.1;
/** The calls of a second are spread over parts of it: all but one may have them all, so that a short pause is made up for. */
const PARTS_OF_SECOND = 6;
/**
 * So many parts fewer are called than the limit allows while calls are held up. Calls that wait for a connection or a store,
 * or that a busy machine holds up, arrive up to a third of a second late and so together with those of the next second:
 * they are no more than the limit all the same.
 */
const HELD_UP_PARTS = 2;

export interface CallLimiter {
  /** Runs `work` as soon as the limits of its service and class allow; calls of one owner start in the order they came, and owners take turns. */
  run<Result>(
    call: { readonly service: string; readonly class?: string | undefined; readonly signal?: AbortSignal | undefined },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Notes how long calls that had their slot were held up before they left, in milliseconds. */
  noteHeldUp(lateMs: number): void;
}

export interface CallLimiterOptions {
  readonly limits?: readonly CallLimits[] | undefined;
  /** Counts the calls of all processes. */
  readonly counter?: RateCounter | undefined;
  /** Has the slots of all processes for calls that are under way. */
  readonly slots?: CallSlots | undefined;
}

/**
 * Keeps the limits of a table. Services and classes that are not in it are not held back. With a counter and slots the
 * limits hold over all processes that share them. Each process keeps them for itself too, so they hold for one process
 * while the shared store is away.
 */
export function makeCallLimiter({ limits = [], ...shared }: CallLimiterOptions = {}): CallLimiter {
  const holdUps = makeHoldUps();
  const rows = new Map(limits.map((row) => [`${row.service}/${row.class}`, makeRowLimits(row, { ...shared, holdUps })]));
  return {
    noteHeldUp: holdUps.note,
    run: ({ service, class: name = ACCOUNT, signal }, work) => {
      const account = rows.get(`${service}/${ACCOUNT}`);
      const own = name === ACCOUNT ? undefined : rows.get(`${service}/${name}`);
      const ownSlot = own && makeRateSlot(own);
      const slots = [ownSlot, account && makeRateSlot(account)].filter((slot) => slot !== undefined);
      // A class's slot first: a call that waits a minute for it must not keep others from the account.
      const all = [...(own?.concurrency ?? []), ...(ownSlot ? [ownSlot.take] : []), ...(account?.concurrency ?? []), takeAll(slots)];
      return passAll(all, signal, work);
    },
  };
}

/** Runs `work` when a limit allows it. */
type Limit = <Result>(work: () => Promise<Result>, signal: AbortSignal | undefined) => Promise<Result>;

/** The limits of one row of the table. */
interface RowLimits {
  readonly concurrency: readonly Limit[];
  readonly rate: readonly Limit[];
  /** A slot that was given longer ago than this may not be used. */
  readonly freshMs: number;
}

function makeRowLimits(
  row: CallLimits,
  { counter, slots, holdUps }: Omit<CallLimiterOptions, 'limits'> & { readonly holdUps: HoldUps },
): RowLimits {
  const windows = [
    ...toWindows(row, row.perMinute, MINUTE_MS, 1),
    ...toWindows(row, row.perSecond, SECOND_MS, PARTS_OF_SECOND),
    ...(row.everyMs ? toWindows(row, 1, row.everyMs, 1) : []),
  ];
  const shared = counter === undefined ? [] : [makeSharedRateLimit(counter, windows, holdUps)];
  // After the shared limit: calls that a late answer releases together are spread again.
  const rates = windows.length === 0 ? [] : [...shared, makeProcessRateLimit(windows, holdUps)];
  return {
    concurrency: row.concurrency === undefined ? [] : makeConcurrencyLimits(`${row.service}/${row.class}`, row.concurrency, slots),
    rate: rates.map(toRateLimit),
    freshMs: Math.min(...windows.map((window) => window.freshMs)),
  };
}

/** One call's slot in the rate limits of one row. */
interface RateSlot {
  readonly take: Limit;
  /** Whether it was taken, and can still be used. */
  isFresh(): boolean;
}

function makeRateSlot({ rate, freshMs }: RowLimits): RateSlot {
  let takenAt = -Infinity;
  return {
    take: (work, signal) =>
      passAll(rate, signal, () => {
        takenAt = performance.now();
        return work();
      }),
    isFresh: () => rate.length === 0 || performance.now() - takenAt <= freshMs,
  };
}

/** Goes on when every slot can be used: one that expired while the call waited for another is taken again. */
function takeAll(slots: readonly RateSlot[]): Limit {
  const limit: Limit = (work, signal) => {
    const next = slots.find((slot) => !slot.isFresh());
    return next === undefined ? work() : next.take(() => limit(work, signal), signal);
  };
  return limit;
}

/** The window of a limit, and one for its parts when it has any. */
function toWindows({ service, class: name }: CallLimits, limit: number | undefined, lengthMs: number, parts: number): SharedRateWindow[] {
  if (limit === undefined) return [];
  const windowMs = Math.round(lengthMs * WINDOW_MARGIN);
  // By the length of the limit, not of the window: releases with another margin count together.
  const key = `${service}/${name}/${lengthMs}`;
  const whole = { key, limit, windowMs, freshMs: windowMs - lengthMs };
  if (parts === 1) return [whole];
  const partMs = Math.round(windowMs / parts);
  const heldUpLimit = Math.ceil(limit / (parts + HELD_UP_PARTS));
  const part = {
    key: `${key}/part`,
    limit: Math.ceil(limit / (parts - 1)),
    heldUpLimit,
    windowMs: partMs,
    freshMs: whole.freshMs,
  };
  return [{ ...whole, heldUpLimit: Math.max(1, limit - HELD_UP_PARTS * heldUpLimit) }, part];
}

function toRateLimit(enter: Enter<void>): Limit {
  return async (work, signal) => {
    await enter(signal);
    return await work();
  };
}

function makeConcurrencyLimits(key: string, concurrency: number, slots: CallSlots | undefined): readonly Limit[] {
  const own = toConcurrencyLimit(makeProcessConcurrencyLimit(concurrency));
  return slots === undefined ? [own] : [own, toConcurrencyLimit(makeSharedConcurrencyLimit(slots, key, concurrency))];
}

function toConcurrencyLimit(enter: Enter<() => void>): Limit {
  return async (work, signal) => {
    const giveBack = await enter(signal);
    try {
      return await work();
    } finally {
      giveBack();
    }
  };
}

function passAll<Result>(limits: readonly Limit[], signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  const [first, ...rest] = limits;
  return first === undefined ? work() : first(() => passAll(rest, signal, work), signal);
}
