import type { HttpClient } from '../../http-client.ts';
import { makeOneAfterAnother } from '../../page-fetch/one-after-another.ts';
import { makeRobots, type Robots } from '../../page-fetch/robots.ts';
import type { SharedCache } from '../pauses.ts';
import { PAGE } from '../services.ts';

/** `robots.txt` of the store's hosts: asked for in the line of the pages, and once however many wait for it. */
export function makeStoreRobots({ http, cache, timeoutMs }: { http: HttpClient; cache: SharedCache; timeoutMs: number }): Robots {
  const inLine: HttpClient = { ...http, request: (request) => http.request({ ...request, service: PAGE }) };
  const robots = makeRobots({ http: inLine, cache, timeoutMs });
  const inTurn = makeOneAfterAnother<number>();
  return { check: (url, signal) => inTurn(url.origin, signal, () => robots.check(url, signal)) };
}
