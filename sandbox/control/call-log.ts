import { SECOND_MS } from '#kernel/durations.ts';

/** One received or made call, as `/_sandbox/calls` shows it. */
export interface CallEntry {
  /** Real time, epoch milliseconds. */
  readonly ts: number;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As received; cut when it is huge. */
  body: string;
  /** Null: still under way, or never answered. */
  status: number | null;
  cost_usd: number;
  /** What a language model charged for its tokens; `cost_usd` is the search-data provider's alone. */
  model_usd: number;
  /** How many of its tasks were charged. */
  paid_tasks: number;
  /** Calls under way when it began, itself included; 0 for a delivery, which the sandbox makes itself. */
  readonly concurrency: number;
}

export type CallStart = Pick<CallEntry, 'method' | 'host' | 'path' | 'query' | 'headers'>;

export interface CallReport {
  readonly total: number;
  readonly by_endpoint: Readonly<Record<string, number>>;
  readonly cost_usd: number;
  readonly model_usd: number;
  readonly paid_tasks: number;
  readonly max_concurrency: number;
  readonly max_per_second: number;
  /** How many of the calls the sandbox made itself, to deliver results; they count in no other maximum. */
  readonly deliveries: number;
  /** Calls that are counted in the figures but no longer listed; only after very long runs. */
  readonly dropped: number;
  readonly entries: readonly Omit<CallEntry, 'concurrency'>[];
}

export interface CallLog {
  /** Number of the call, from 1, counted since the last reset. */
  start(call: CallStart, ts: number): { readonly number: number; readonly entry: CallEntry };
  /** A call that the sandbox makes itself: listed, but no part of what is measured of the callers. */
  startDelivery(call: CallStart, ts: number): CallEntry;
  keepBody(entry: CallEntry, body: string): void;
  /** The call is over, answered or not. */
  end(entry: CallEntry): void;
  /** Calls under way whose path begins so. */
  openUnder(prefix: string): number;
  costUsd(): number;
  /**
   * @param since real time, epoch milliseconds; everything when left out
   * @param limit how many entries are listed, the newest; the figures are of all of them
   */
  report(since?: number, limit?: number): CallReport;
  clear(): void;
}

const BODY_MAX = 256 * 1024;
const HEADERS_KEPT_MAX = 2_000;

/** The whole log up to a bound; beyond it the oldest entries become figures. */
export function makeCallLog(entriesMax = 200_000): CallLog {
  let entries: CallEntry[] = [];
  let dropped = noFigures();
  let count = 0;
  let open = new Set<CallEntry>();
  const shareHeaders = makeHeaderPool();

  const push = (call: CallStart, ts: number, concurrency: number): CallEntry => {
    const entry = {
      ts,
      ...call,
      headers: shareHeaders(call.headers),
      body: '',
      status: null,
      cost_usd: 0,
      model_usd: 0,
      paid_tasks: 0,
      concurrency,
    };
    entries.push(entry);
    if (entries.length > entriesMax) {
      const keep = Math.floor(entriesMax * 0.9);
      dropped = addFigures(dropped, entries.slice(0, entries.length - keep));
      entries = entries.slice(entries.length - keep);
    }
    return entry;
  };

  return {
    start(call, ts) {
      count += 1;
      const entry = push(call, ts, open.size + 1);
      open.add(entry);
      return { number: count, entry };
    },
    startDelivery: (call, ts) => push(call, ts, 0),
    keepBody(entry, body) {
      entry.body = body.length > BODY_MAX ? `${body.slice(0, BODY_MAX)}... (cut)` : body;
    },
    end: (entry) => void open.delete(entry),
    openUnder(prefix) {
      let found = 0;
      for (const { path } of open) if (path.startsWith(prefix)) found += 1;
      return found;
    },
    costUsd: () => addFigures(dropped, entries).costUsd,
    report(since, limit = entriesMax) {
      const counted = since === undefined ? entries : entries.filter((entry) => entry.ts >= since);
      const figures = addFigures(since === undefined ? dropped : noFigures(), counted);
      return {
        total: figures.total,
        by_endpoint: Object.fromEntries(figures.byEndpoint),
        cost_usd: Math.round(figures.costUsd * 1e6) / 1e6,
        model_usd: Math.round(figures.modelUsd * 1e6) / 1e6,
        paid_tasks: figures.paidTasks,
        max_concurrency: figures.concurrencyMax,
        max_per_second: figures.perSecondMax,
        deliveries: figures.deliveries,
        dropped: since === undefined ? dropped.total : 0,
        entries: counted.slice(Math.max(0, counted.length - limit)).map(({ concurrency: _hidden, ...entry }) => entry),
      };
    },
    clear() {
      entries = [];
      dropped = noFigures();
      count = 0;
      open = new Set();
    },
  };
}

interface Figures {
  readonly total: number;
  readonly byEndpoint: ReadonlyMap<string, number>;
  readonly costUsd: number;
  readonly modelUsd: number;
  readonly paidTasks: number;
  readonly concurrencyMax: number;
  readonly perSecondMax: number;
  readonly deliveries: number;
}

function noFigures(): Figures {
  return { total: 0, byEndpoint: new Map(), costUsd: 0, modelUsd: 0, paidTasks: 0, concurrencyMax: 0, perSecondMax: 0, deliveries: 0 };
}

function addFigures(before: Figures, entries: readonly CallEntry[]): Figures {
  const byEndpoint = new Map(before.byEndpoint);
  let { costUsd, modelUsd, paidTasks, concurrencyMax, perSecondMax } = before;
  for (const { path, cost_usd, model_usd, paid_tasks, concurrency } of entries) {
    byEndpoint.set(path, (byEndpoint.get(path) ?? 0) + 1);
    costUsd += cost_usd;
    modelUsd += model_usd;
    paidTasks += paid_tasks;
    concurrencyMax = Math.max(concurrencyMax, concurrency);
  }
  const received = entries.filter(({ concurrency }) => concurrency > 0);
  let first = 0;
  received.forEach(({ ts }, index) => {
    while (ts - (received[first]?.ts ?? ts) >= SECOND_MS) first += 1;
    perSecondMax = Math.max(perSecondMax, index - first + 1);
  });
  const deliveries = before.deliveries + entries.length - received.length;
  return { total: before.total + entries.length, byEndpoint, costUsd, modelUsd, paidTasks, concurrencyMax, perSecondMax, deliveries };
}

/** Most calls carry the same headers: one copy serves them all. */
function makeHeaderPool(): (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>> {
  const pool = new Map<string, Readonly<Record<string, string>>>();
  return (headers) => {
    const key = JSON.stringify(headers);
    const found = pool.get(key);
    if (found !== undefined) return found;
    if (pool.size >= HEADERS_KEPT_MAX) pool.clear();
    pool.set(key, headers);
    return headers;
  };
}
