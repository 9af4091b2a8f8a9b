import { toMicros, toUsd } from '#kernel/money.ts';
import type { Spent } from '../endpoint.ts';

type Headers = Readonly<Record<string, string>>;

/** What an answer cost, as headers. */
export function toCostHeaders({ costUsd, isCached }: Spent): Headers {
  return { 'x-cost-usd': String(toUsd(toMicros(costUsd))), 'x-cache': isCached ? 'hit' : 'miss' };
}

/** The headers of an answer that is given again: that costs nothing. */
export function withoutCost(headers: Headers): Headers {
  return 'x-cost-usd' in headers ? { ...headers, ...toCostHeaders({ costUsd: 0, isCached: true }) } : headers;
}
