import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { makeOwnLine, makeOwnWidth } from './own-line.ts';
import { makeSharedLine, type RateCounter, type SharedWindow } from './shared-line.ts';
import { makeSharedWidth, type SlotStore } from './shared-width.ts';
import type { Enter } from './waiting-line.ts';

export type { RateCounter } from './shared-line.ts';
export type { SlotStore } from './shared-width.ts';

/** How often and how widely an outside service may be called. A class is a group of its endpoints. */
export interface Rate {
  readonly service: string;
  /** `account` holds for every call of the service, on top of the row of its own class. */
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

/**
 * Our windows are a little longer than theirs: a call that waits for its connection arrives later
 * than it started, and so closer to the calls after it.
 */
const WINDOW_MARGIN = 1.1;
/** The calls of a second are spread over parts of it, each with its share. */
const PARTS_OF_SECOND = 6;
/**
 * So many parts fewer are called than the limit allows. Calls that wait for a connection, or that a busy
 * machine holds up, arrive up to a third of a second late and so together with those of the next second:
 * they are no more than the limit all the same.
 */
const HELD_UP_PARTS = 2;

export interface Pacer {
  /** Runs `work` as soon as the rates of its service and class allow; calls of one owner start in the order they came, and owners take turns. */
  run<Result>(
    call: { readonly service: string; readonly class?: string | undefined; readonly signal?: AbortSignal | undefined },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

export interface PacerOptions {
  readonly rates?: readonly Rate[] | undefined;
  /** Counts the calls of all processes. */
  readonly counter?: RateCounter | undefined;
  /** Has the slots of all processes for calls that are under way. */
  readonly slots?: SlotStore | undefined;
}

/**
 * Keeps the rates of a table. Services and classes that are not in it are not held back. With a
 * counter and slots the rates and widths hold over all processes that share them; each keeps them for
 * itself as well, which is what is left while their store is away.
 */
export function makePacer({ rates = [], ...shared }: PacerOptions = {}): Pacer {
  const keepers = new Map(rates.map((rate) => [`${rate.service}/${rate.class}`, makeKeeper(rate, shared)]));
  return {
    run: ({ service, class: name = ACCOUNT, signal }, work) => {
      const account = keepers.get(`${service}/${ACCOUNT}`);
      const own = name === ACCOUNT ? undefined : keepers.get(`${service}/${name}`);
      const ownTurn = own && makeTurn(own);
      const turns = [ownTurn, account && makeTurn(account)].filter((turn) => turn !== undefined);
      // A class's turn first: a call that waits a minute for it must not keep others from the account.
      const gates = [...(own?.width ?? []), ...(ownTurn ? [ownTurn.take] : []), ...(account?.width ?? []), takeAll(turns)];
      return passAll(gates, signal, work);
    },
  };
}

type Gate = <Result>(work: () => Promise<Result>, signal: AbortSignal | undefined) => Promise<Result>;

/** What holds calls back for one row of the table. */
interface Keeper {
  readonly width: readonly Gate[];
  readonly rates: readonly Gate[];
  /** A turn that was given longer ago than this may not be used. */
  readonly freshMs: number;
}

function makeKeeper(rate: Rate, { counter, slots }: PacerOptions): Keeper {
  const windows = [
    ...toWindows(rate, rate.perMinute, MINUTE_MS, 1),
    ...toWindows(rate, rate.perSecond, SECOND_MS, PARTS_OF_SECOND),
    ...(rate.everyMs ? toWindows(rate, 1, rate.everyMs, 1) : []),
  ];
  const line = counter === undefined ? [] : [makeSharedLine(counter, windows).enter];
  // After the shared line: calls that a late answer releases together are spread again.
  const lines = windows.length === 0 ? [] : [...line, makeOwnLine(windows)];
  return {
    width: rate.concurrency === undefined ? [] : makeWidthGates(`${rate.service}/${rate.class}`, rate.concurrency, slots),
    rates: lines.map(makeLineGate),
    freshMs: Math.min(...windows.map((window) => window.freshMs)),
  };
}

/** One call's turn in the rates of one row. */
interface Turn {
  readonly take: Gate;
  /** Whether it was taken, and can still be used. */
  isFresh(): boolean;
}

function makeTurn({ rates, freshMs }: Keeper): Turn {
  let takenAt = -Infinity;
  return {
    take: (work, signal) =>
      passAll(rates, signal, () => {
        takenAt = performance.now();
        return work();
      }),
    isFresh: () => rates.length === 0 || performance.now() - takenAt <= freshMs,
  };
}

/** Goes on when every turn can be used: one that expired while the call waited for another is taken again. */
function takeAll(turns: readonly Turn[]): Gate {
  const gate: Gate = (work, signal) => {
    const next = turns.find((turn) => !turn.isFresh());
    return next === undefined ? work() : next.take(() => gate(work, signal), signal);
  };
  return gate;
}

/** The window of a limit, and one for its parts when it has any. */
function toWindows({ service, class: name }: Rate, limit: number | undefined, lengthMs: number, parts: number): SharedWindow[] {
  if (limit === undefined) return [];
  const windowMs = Math.round(lengthMs * WINDOW_MARGIN);
  const whole = { key: `${service}/${name}/${windowMs}`, limit, windowMs, freshMs: windowMs - lengthMs };
  if (parts === 1) return [whole];
  const partMs = Math.round(windowMs / parts);
  const partLimit = Math.ceil(limit / (parts + HELD_UP_PARTS));
  const part = { key: `${service}/${name}/${partMs}`, limit: partLimit, windowMs: partMs, freshMs: whole.freshMs };
  return [{ ...whole, limit: Math.max(1, limit - HELD_UP_PARTS * partLimit) }, part];
}

function makeLineGate(enter: Enter<void>): Gate {
  return async (work, signal) => {
    await enter(signal);
    return await work();
  };
}

function makeWidthGates(key: string, concurrency: number, slots: SlotStore | undefined): readonly Gate[] {
  const own = makeWidthGate(makeOwnWidth(concurrency));
  return slots === undefined ? [own] : [own, makeWidthGate(makeSharedWidth(slots, key, concurrency).enter)];
}

function makeWidthGate(enter: Enter<() => void>): Gate {
  return async (work, signal) => {
    const giveBack = await enter(signal);
    try {
      return await work();
    } finally {
      giveBack();
    }
  };
}

function passAll<Result>(gates: readonly Gate[], signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  const [first, ...rest] = gates;
  return first === undefined ? work() : first(() => passAll(rest, signal, work), signal);
}
