import type { DomainFetch, FetchKey, FetchPart } from '../store/fetches.ts';
import type { Market } from '../store/keywords.ts';
import { ONBOARD_ROWS_DEFAULT, type OnboardOptions } from './options.ts';

/** Parts that are lists and come page by page. */
export const LIST_PARTS = ['backlinks', 'referring_domains', 'keywords'] as const satisfies readonly FetchPart[];
export type ListPart = (typeof LIST_PARTS)[number];

/**
 * `have`: it is there, nobody asks again; `begin`: from the first row; `continue`: where it was broken
 * off; `skip`: not wanted, or not to be had.
 */
export type PartPlan = 'have' | 'begin' | 'continue' | 'skip';

export interface PlannedPart {
  readonly part: FetchPart;
  readonly plan: PartPlan;
  /** Of keywords. */
  readonly market?: Market;
  /** Rows to fetch at most; null: the part is no list. */
  readonly rowsWanted: number | null;
  /** What it cost before, when it goes on. */
  readonly costBeforeUsd: number;
  /** Why it is skipped though it was wanted. */
  readonly reason?: string;
}

/** A list that was broken off goes on for so long. After that it has moved on, and what lies between would be missed. */
const CONTINUE_MS_MAX = 24 * 3_600_000;

export interface PlanInput {
  readonly options: OnboardOptions;
  /** Undefined: the provider has no keywords there. */
  readonly market: Market | undefined;
  readonly fetches: readonly DomainFetch[];
  readonly now: Date;
}

/** What an onboarding has to fetch of a domain, in the order of its steps: only what is missing, unless it is forced. */
export function planParts({ options, market, fetches, now }: PlanInput): PlannedPart[] {
  const wanted = {
    backlinks: options.skip_backlinks === true ? null : (options.backlinks_limit ?? ONBOARD_ROWS_DEFAULT.backlinks),
    referring_domains:
      options.skip_referring_domains === true ? null : (options.referring_domains_limit ?? ONBOARD_ROWS_DEFAULT.referringDomains),
    keywords: options.skip_keywords === true ? null : (options.keywords_limit ?? ONBOARD_ROWS_DEFAULT.keywords),
  };
  const isForced = options.force === true;
  const lists = LIST_PARTS.map((part): PlannedPart => {
    const rowsWanted = wanted[part];
    const base = { part, rowsWanted, costBeforeUsd: 0 };
    if (part !== 'keywords') return planPart(base, { found: findFetchOf(fetches, base), isForced, now });
    if (market === undefined) {
      const plan = { ...base, plan: 'skip' as const };
      return rowsWanted === null ? plan : { ...plan, reason: 'the provider has no ranked keywords for this location and language' };
    }
    const inMarket = { ...base, market };
    return planPart(inMarket, { found: findFetchOf(fetches, inMarket), isForced, now });
  });
  const single = (['summary', 'properties'] as const).map((part): PlannedPart => {
    const base = { part, rowsWanted: null, costBeforeUsd: 0 };
    const isThere = findFetchOf(fetches, base)?.status === 'complete' && !isForced;
    return { ...base, plan: isThere ? 'have' : 'begin' };
  });
  return [...lists, ...single];
}

export function toKey(domainId: number, { part, market }: Pick<PlannedPart, 'part' | 'market'>): FetchKey {
  return { domainId, part, market };
}

export function findFetchOf(
  fetches: readonly DomainFetch[],
  { part, market }: Pick<PlannedPart, 'part' | 'market'>,
): DomainFetch | undefined {
  return fetches.find(
    (fetch) =>
      fetch.part === part && fetch.locationCode === (market?.locationCode ?? 0) && fetch.languageCode === (market?.languageCode ?? ''),
  );
}

/** Whether nothing is left to fetch. */
export function isNothingMissing(parts: readonly PlannedPart[]): boolean {
  return parts.every(({ plan }) => plan === 'have' || plan === 'skip');
}

function planPart(
  base: Omit<PlannedPart, 'plan'>,
  { found, isForced, now }: { found: DomainFetch | undefined; isForced: boolean; now: Date },
): PlannedPart {
  const { rowsWanted } = base;
  if (rowsWanted === null) return { ...base, plan: 'skip' };
  if (found === undefined || isForced || found.status === 'skipped') return { ...base, plan: 'begin' };
  if (found.status === 'complete') {
    const isEnough = found.isWhole || (found.rowsWanted ?? 0) >= rowsWanted;
    return { ...base, plan: isEnough ? 'have' : 'begin' };
  }
  const isFresh = now.getTime() - found.startedAt.getTime() < CONTINUE_MS_MAX;
  const canContinue = found.rowsFetched > 0 && found.rowsWanted === rowsWanted && isFresh;
  return canContinue ? { ...base, plan: 'continue', costBeforeUsd: found.costUsd } : { ...base, plan: 'begin' };
}
