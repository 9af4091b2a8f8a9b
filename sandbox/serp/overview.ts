import { mix, unit } from '../hashing.ts';
import { isOverviewDeferred, isShown } from './features.ts';
import type { ResultPages } from './layout.ts';
import { queryHash, type SerpQuery } from './query.ts';
import type { RankedPage } from './ranking.ts';
import { addressOf } from './texts.ts';

/** An AI overview as the world has it, whether a page is asked to wait for it or not. */
export interface TrueOverview {
  /** It arrives after the page. */
  readonly isDeferred: boolean;
  /** In their order, each address once. */
  readonly references: readonly RankedPage[];
  /** How many of them, the last ones, are named by an element alone. */
  readonly inElements: number;
}

const REFERENCES_MIN = 3;
const REFERENCES_SPREAD = 5;
/** Pages that people see first, and how far down an overview looks. */
const FIRST_PAGE = 10;
const DEEPEST = 60;
const DEEP_SHARE = 1 / 3;
/** A reference stays for some days; not all change on the same one. */
const STAYS_DAYS = 6;
const TRIES_MAX = 12;

/** What the overview of a result is made of; `undefined`: the page has none. The same on a day for all who ask. */
export function drawOverview({ query, ranked }: Pick<ResultPages, 'query' | 'ranked'>): TrueOverview | undefined {
  if (!isShown('ai_overview', query)) return undefined;
  const own = mix(queryHash(query), 71);
  const count = REFERENCES_MIN + (own % REFERENCES_SPREAD);
  const references: RankedPage[] = [];
  const addresses = new Set<string>();
  for (let slot = 0; slot < count; slot += 1) {
    const page = drawReference(query, ranked, { own: mix(own, slot), taken: addresses });
    if (page === undefined) continue;
    references.push(page);
    addresses.add(addressOf(page, query));
  }
  return { isDeferred: isOverviewDeferred(query), references, inElements: own % 3 === 0 ? 1 : 0 };
}

function drawReference(
  query: SerpQuery,
  ranked: readonly RankedPage[],
  { own, taken }: { readonly own: number; readonly taken: ReadonlySet<string> },
): RankedPage | undefined {
  const spell = mix(own, Math.floor((query.day + (own % STAYS_DAYS)) / STAYS_DAYS));
  const isDeep = unit(mix(spell, 1)) < DEEP_SHARE;
  const [from, to] = isDeep ? [FIRST_PAGE, DEEPEST] : [0, FIRST_PAGE];
  const among = ranked.slice(from, to);
  for (let attempt = 0; attempt < TRIES_MAX && among.length > 0; attempt += 1) {
    const page = among[mix(spell, 2 + attempt) % among.length];
    if (page !== undefined && !taken.has(addressOf(page, query))) return page;
  }
  return undefined;
}
