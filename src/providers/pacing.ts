import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';

/** How often and how widely an outside service may be called. A class is a group of its endpoints. */
export interface Rate {
  readonly service: string;
  /** `account` holds for every call of the service, on top of the row of its own class. */
  readonly class: string;
  readonly perSecond?: number;
  readonly perMinute?: number;
  /** Calls of this process that are under way at once. */
  readonly concurrency?: number;
}

const ACCOUNT = 'account';

/** Specification section 8 "Search provider", and the provider's own limits by class of endpoint. */
export const RATES: readonly Rate[] = [
  { service: 'dataforseo', class: ACCOUNT, perSecond: 30, perMinute: 2_000 },
  { service: 'dataforseo', class: 'live', concurrency: 20 },
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
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Counts calls over all processes that share an account; made by `app.ts` when there are several. */
export interface RateCounter {
  /** Takes a place in the current window: 0 when there was one, else the milliseconds until the next try. */
  take(key: string, limit: number, windowMs: number): Promise<number>;
}

export interface Pacer {
  /** Runs `work` as soon as the rates of its service and class allow; calls start in the order they came. */
  run<Result>(
    place: { readonly service: string; readonly class?: string | undefined; readonly signal?: AbortSignal | undefined },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/** Keeps the rates of a table. Services and classes that are not in it are not held back. */
export function makePacer({ rates = RATES, counter }: { rates?: readonly Rate[]; counter?: RateCounter | undefined } = {}): Pacer {
  const gates = new Map(rates.map((rate) => [`${rate.service}/${rate.class}`, makeGates(rate, counter)]));
  return {
    run: (place, work) => {
      const own = place.class === undefined ? [] : (gates.get(`${place.service}/${place.class}`) ?? []);
      const account = gates.get(`${place.service}/${ACCOUNT}`) ?? [];
      return passAll([...own, ...account], place.signal, work);
    },
  };
}

type Gate = <Result>(work: () => Promise<Result>, signal: AbortSignal | undefined) => Promise<Result>;

function makeGates(rate: Rate, counter: RateCounter | undefined): Gate[] {
  const windows = [
    { limit: rate.perMinute, windowMs: MINUTE_MS },
    { limit: rate.perSecond, windowMs: SECOND_MS },
  ];
  const limited = windows.flatMap(({ limit, windowMs }) => (limit === undefined ? [] : [{ limit, windowMs: windowMs * WINDOW_MARGIN }]));
  const gates = limited.map(({ limit, windowMs }) => makeQueueGate(new PQueue({ intervalCap: limit, interval: windowMs, strict: true })));
  const shared =
    counter === undefined
      ? []
      : limited.map((window) => makeSharedGate(counter, { key: `${rate.service}/${rate.class}/${window.windowMs}`, ...window }));
  const wide = rate.concurrency === undefined ? [] : [makeQueueGate(new PQueue({ concurrency: rate.concurrency }))];
  return [...wide, ...gates, ...shared];
}

function makeQueueGate(queue: PQueue): Gate {
  return (work, signal) => queue.add(work, signal === undefined ? {} : { signal });
}

function makeSharedGate(counter: RateCounter, { key, limit, windowMs }: { key: string; limit: number; windowMs: number }): Gate {
  return async (work, signal) => {
    for (let waitMs = await counter.take(key, limit, windowMs); waitMs > 0; waitMs = await counter.take(key, limit, windowMs)) {
      await sleep(waitMs, undefined, { signal });
    }
    return await work();
  };
}

function passAll<Result>(gates: readonly Gate[], signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  const [first, ...rest] = gates;
  return first === undefined ? work() : first(() => passAll(rest, signal, work), signal);
}
