import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#config';
import { makeClock } from '#kernel/clock.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import type { Evidence } from '#providers/app-store/evidence.ts';
import { AppStoreError, type AppStore, type AppStoreFailure } from '#providers/app-store/index.ts';
import { makeAppStore } from '#providers/app-store/make-app-store.ts';
import type { PlannedCall, Spending } from '#providers/metering.ts';
import type { CallLimiter } from '#providers/limits/call-limiter.ts';

export const STORE_OPTIONS = { scope: { source: 'workflow' } } as const;

/** Waits that the sandbox does not need. */
export const NO_WAITS = { STORE_A_DELAY_SECONDS: '0', STORE_A_PAGE_DELAY_MS: '0-0', STORE_A_PAGE_JITTER_MS: '0' };

export interface StoreDoor {
  readonly store: AppStore;
  /** What was kept of answers that lack something. */
  readonly evidence: Evidence[];
  /** Calls that were booked. */
  readonly booked: PlannedCall[];
}

export interface StoreDoorOptions {
  readonly sandboxUrl: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly callLimiter?: CallLimiter;
  /** One of its own unless given. */
  readonly cache?: ReturnType<typeof makeMapCache>;
}

/** The stores of the sandbox as the service reads them, without a database: closed after the test. */
export function openStoreDoor(t: Pick<TestContext, 'after'>, options: StoreDoorOptions): StoreDoor {
  const { sandboxUrl, environment = NO_WAITS, callLimiter, cache = makeMapCache() } = options;
  const http = makeHttpClient({ logger: pino({ level: 'silent' }), allowedPrivateOrigins: [], pages: { sandboxUrl }, callLimiter });
  t.after(() => http.close());
  const evidence: Evidence[] = [];
  const booked: PlannedCall[] = [];
  const spending: Pick<Spending, 'spend'> = {
    spend: async (_scope, planned, call) => {
      const { value } = await call();
      booked.push(planned);
      return value;
    },
  };
  const store = makeAppStore({
    http,
    spending,
    cache,
    clock: makeClock(),
    settings: readConfig(environment).appStore,
    keepEvidence: (one) => Promise.resolve(void evidence.push(one)),
  });
  return { store, evidence, booked };
}

/** A cache in memory, whose entries expire as those of the service do. */
export function makeMapCache() {
  const entries = new Map<string, { readonly json: string; readonly until: number }>();
  return {
    get: <Value>(key: string): Promise<Value | undefined> => {
      const entry = entries.get(key);
      return Promise.resolve(entry === undefined || entry.until <= performance.now() ? undefined : (JSON.parse(entry.json) as Value));
    },
    set: (key: string, value: unknown, ttlMs: number): Promise<void> =>
      Promise.resolve(void entries.set(key, { json: JSON.stringify(value), until: performance.now() + ttlMs })),
  };
}

/** How a store refused. */
export async function storeFailureOf(call: Promise<unknown>): Promise<AppStoreError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof AppStoreError) return outcome;
  throw new Error(`no failure of a store, but ${String(outcome)}`, { cause: outcome });
}

export type Failure = readonly [reason: AppStoreFailure, isRetryable: boolean];
