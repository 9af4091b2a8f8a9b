import PQueue from 'p-queue';
import { makeSharedLine, type RateCounter, type SharedWindow } from './shared-line.ts';

export type { RateCounter } from './shared-line.ts';

/** How often and how widely an outside service may be called. A class is a group of its endpoints. */
export interface Rate {
  readonly service: string;
  /** `account` holds for every call of the service, on top of the row of its own class. */
  readonly class: string;
  readonly perSecond?: number;
  readonly perMinute?: number;
  /** Calls that are under way at once, counted in each process alone. */
  readonly concurrency?: number;
}

const ACCOUNT = 'account';

/** Specification section 8 "Search provider", and the provider's own limits by class of endpoint. */
export const RATES: readonly Rate[] = [
  { service: 'dataforseo', class: ACCOUNT, perSecond: 30, perMinute: 2_000 },
  { service: 'dataforseo', class: 'live', concurrency: 20 },
  // Background work: narrow, so that whoever waits finds the line free. The provider's own bound is 30 at once.
  { service: 'dataforseo', class: 'labs_live', perMinute: 120, concurrency: 4 },
  { service: 'dataforseo', class: 'google_ads_live', perMinute: 12, concurrency: 20 },
  { service: 'dataforseo', class: 'tasks_ready', perMinute: 20 },
  { service: 'dataforseo', class: 'id_list', perMinute: 10 },
  { service: 'dataforseo', class: 'status', perMinute: 10 },
  { service: 'dataforseo', class: 'user_data', perMinute: 6 },
];

/**
 * Our windows are a little longer than theirs: a call that waits for its connection arrives later
 * than it started, and so closer to the calls after it.
 */
const WINDOW_MARGIN = 1.1;
/**
 * The calls of a second are spread over parts of it, each with its share: calls that a busy machine
 * holds up by a moment then meet few others, and not the whole next second's.
 */
const PARTS_OF_SECOND = 5;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export interface Pacer {
  /** Runs `work` as soon as the rates of its service and class allow; calls start in the order they came. */
  run<Result>(
    place: { readonly service: string; readonly class?: string | undefined; readonly signal?: AbortSignal | undefined },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Keeps the rates of a table. Services and classes that are not in it are not held back. With a
 * counter the rates hold over all processes that share it; each keeps them for itself as well, which
 * is what is left while the counter's store is away.
 */
export function makePacer({
  rates = RATES,
  counter,
}: { rates?: readonly Rate[] | undefined; counter?: RateCounter | undefined } = {}): Pacer {
  const keepers = new Map(rates.map((rate) => [`${rate.service}/${rate.class}`, makeKeeper(rate)]));
  const lines = counter === undefined ? () => [] : makeLines(counter);
  return {
    run: ({ service, class: own, signal }, work) => {
      const names = [...new Set([own ?? ACCOUNT, ACCOUNT])];
      const kept = names.flatMap((name) => keepers.get(`${service}/${name}`) ?? []);
      const shared = lines(kept.flatMap((keeper) => keeper.windows));
      return passAll([...kept.flatMap((keeper) => keeper.width), ...shared, ...kept.flatMap((keeper) => keeper.rates)], signal, work);
    },
  };
}

/** One line for each set of windows, so for each class of a service. */
function makeLines(counter: RateCounter): (windows: readonly SharedWindow[]) => readonly Gate[] {
  const lines = new Map<string, readonly Gate[]>();
  return (windows) => {
    if (windows.length === 0) return [];
    const name = windows.map((window) => window.key).join(' ');
    const line = lines.get(name) ?? [makeLineGate(counter, windows)];
    lines.set(name, line);
    return line;
  };
}

type Gate = <Result>(work: () => Promise<Result>, signal: AbortSignal | undefined) => Promise<Result>;

/** What holds calls back for one row of the table. */
interface Keeper {
  readonly width: readonly Gate[];
  readonly rates: readonly Gate[];
  readonly windows: readonly SharedWindow[];
}

function makeKeeper(rate: Rate): Keeper {
  const windows = [...toWindows(rate, rate.perMinute, MINUTE_MS, 1), ...toWindows(rate, rate.perSecond, SECOND_MS, PARTS_OF_SECOND)];
  return {
    width: rate.concurrency === undefined ? [] : [makeQueueGate(new PQueue({ concurrency: rate.concurrency }))],
    // After the shared line: what a late answer lets through together is spread again.
    rates: windows.map(({ limit, windowMs }) => makeQueueGate(new PQueue({ intervalCap: limit, interval: windowMs, strict: true }))),
    windows,
  };
}

/** The window of a limit, and one for its parts when it has any. */
function toWindows({ service, class: name }: Rate, limit: number | undefined, lengthMs: number, parts: number): SharedWindow[] {
  if (limit === undefined) return [];
  const windowMs = Math.round(lengthMs * WINDOW_MARGIN);
  const partMs = Math.round(windowMs / parts);
  const whole = { key: `${service}/${name}/${windowMs}`, limit, windowMs, freshMs: windowMs - lengthMs };
  const part = { key: `${service}/${name}/${partMs}`, limit: Math.ceil(limit / parts), windowMs: partMs, freshMs: whole.freshMs };
  return parts === 1 ? [whole] : [whole, part];
}

function makeQueueGate(queue: PQueue): Gate {
  return (work, signal) => queue.add(work, signal === undefined ? {} : { signal });
}

function makeLineGate(counter: RateCounter, windows: readonly SharedWindow[]): Gate {
  const line = makeSharedLine(counter, windows);
  return async (work, signal) => {
    await line.enter(signal);
    return await work();
  };
}

function passAll<Result>(gates: readonly Gate[], signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  const [first, ...rest] = gates;
  return first === undefined ? work() : first(() => passAll(rest, signal, work), signal);
}
