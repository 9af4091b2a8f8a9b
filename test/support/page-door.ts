import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { makeClock } from '#kernel/clock.ts';
import { OutsideError, type OutsideFailure } from '#kernel/errors.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { makePageFetch, SANDBOX_POLITENESS, type Page, type PageFetch, type PagePoliteness } from '#providers/page-fetch/index.ts';

export interface DoorOptions {
  /** Stands in for all sites of the web; without it the door goes out for real. */
  readonly sandboxUrl?: string;
  readonly proxyUrl?: string;
  readonly politeness?: Partial<PagePoliteness>;
}

export interface Door extends PageFetch {
  /** Reads all of a page. */
  read(url: string): Promise<Page>;
}

/** The door to pages with a cache of its own, closed after the test. */
export function openDoor(t: TestContext, { sandboxUrl, proxyUrl, politeness = {} }: DoorOptions): Door {
  const http = makeHttpClient({ logger: pino({ level: 'silent' }), allowedPrivateOrigins: [], pages: { sandboxUrl, proxyUrl } });
  t.after(() => http.close());
  const entries = new Map<string, string>();
  const cache = {
    get: <Value>(key: string): Promise<Value | undefined> => {
      const json = entries.get(key);
      return Promise.resolve(json === undefined ? undefined : (JSON.parse(json) as Value));
    },
    set: (key: string, value: unknown): Promise<void> => Promise.resolve(void entries.set(key, JSON.stringify(value))),
  };
  const door = makePageFetch({ http, cache, clock: makeClock(), politeness: { ...SANDBOX_POLITENESS, ...politeness } });
  return { ...door, read: (url) => door.fetchPage({ url, reach: 'full' }) };
}

/** A server on this machine, closed after the test. */
export async function startStub(t: TestContext, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** How a call failed. */
export async function failureOf(call: Promise<unknown>): Promise<OutsideError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof OutsideError) return outcome;
  throw new Error(`not refused, but ${String(outcome)}`);
}

export type Refusal = readonly [kind: OutsideFailure, isRetryable: boolean];

export function toRefusal({ kind, retryable }: OutsideError): Refusal {
  return [kind, retryable];
}
