import type { DomainFetch, FetchKey, FetchPart } from '../store/fetches.ts';
import type { Market } from '../../keywords/market.ts';
import { ONBOARD_ROWS_DEFAULT, type OnboardOptions } from '../options.ts';

/** Parts that are lists and come page by page. */
export const LIST_PARTS = ['backlinks', 'referring_domains', 'keywords'] as const satisfies readonly FetchPart[];
export type ListPart = (typeof LIST_PARTS)[number];

/**
 * `have`: it is there and is not fetched again; `begin`: from the first row; `continue`: where it was
 * interrupted; `skip`: not wanted, or not available.
 */
export type PartPlan = 'have' | 'begin' | 'continue' | 'skip';

export interface PlannedPart {
  readonly part: FetchPart;
  readonly plan: PartPlan;
  /** The market of keywords. */
  readonly market?: Market;
  /** Rows to fetch at most; null: the part is no list. */
  readonly rowsWanted: number | null;
  /** What it cost before, when it goes on. */
  readonly costBeforeUsd: number;
  /** Why it is skipped though it was wanted. */
  readonly reason?: string;
}

/** For how long an interrupted list is continued. Later its rows have shifted, and some would be missed. */
const CONTINUE_MS_MAX = 24 * 3_600_000;

export interface PlanInput {
  readonly options: OnboardOptions;
  /** Undefined: the provider has no keywords there. */
  readonly market: Market | undefined;
  readonly fetches: readonly DomainFetch[];
  /** Then only a limit above what was fetched, or `force`, fetches more. */
  readonly wasOnboarded: boolean;
  readonly now: Date;
}

/** What an onboarding has to fetch of a domain, in the order of its steps: only what is missing, unless it is forced. */
export function planParts(input: PlanInput): PlannedPart[] {
  return [
    ...LIST_PARTS.map((part) => planList(part, input)),
    planSingle('summary', input),
    planHistory(input),
    planSingle('properties', input),
  ];
}

/** How many rows of a list are asked for. */
const ASKED: Readonly<Record<ListPart, (options: OnboardOptions) => { readonly isSkipped: boolean; readonly limit: number | undefined }>> =
  {
    backlinks: (options) => ({ isSkipped: options.skip_backlinks === true, limit: options.backlinks_limit }),
    referring_domains: (options) => ({ isSkipped: options.skip_referring_domains === true, limit: options.referring_domains_limit }),
    keywords: (options) => ({ isSkipped: options.skip_keywords === true, limit: options.keywords_limit }),
  };

function planList(part: ListPart, input: PlanInput): PlannedPart {
  const { options, fetches } = input;
  const market = part === 'keywords' ? input.market : undefined;
  const { isSkipped, limit } = ASKED[part](options);
  const base = {
    part,
    ...(market === undefined ? {} : { market }),
    rowsWanted: isSkipped ? null : (limit ?? ONBOARD_ROWS_DEFAULT[part]),
    costBeforeUsd: 0,
  };
  if (isSkipped) return { ...base, plan: 'skip' };
  if (part === 'keywords' && market === undefined)
    return { ...base, plan: 'skip', reason: 'the provider has no ranked keywords for this location and language' };
  const found = findFetchOf(fetches, base);
  if (options.force === true) return { ...base, plan: 'begin' };
  if (found === undefined || found.status === 'skipped') return { ...base, plan: isLeftOut(input, limit) ? 'skip' : 'begin' };
  if (found.status === 'complete') return { ...base, plan: limit === undefined || hasRows(found, limit) ? 'have' : 'begin' };
  return planBroken(base, found, input.now);
}

/** A list that an onboarded domain lacks is fetched only when a limit asks for it. */
function isLeftOut({ wasOnboarded }: PlanInput, limit: number | undefined): boolean {
  return wasOnboarded && limit === undefined;
}

function hasRows({ isWhole, rowsWanted }: DomainFetch, limit: number): boolean {
  return isWhole || (rowsWanted ?? 0) >= limit;
}

/** A list that failed, or whose onboarding died. */
function planBroken(base: Omit<PlannedPart, 'plan'>, found: DomainFetch, now: Date): PlannedPart {
  const isFresh = now.getTime() - found.startedAt.getTime() < CONTINUE_MS_MAX;
  const canContinue = found.rowsFetched > 0 && found.rowsWanted === base.rowsWanted && isFresh;
  return canContinue ? { ...base, plan: 'continue', costBeforeUsd: found.costUsd } : { ...base, plan: 'begin' };
}

function planSingle(part: 'summary' | 'properties', { options, fetches }: PlanInput): PlannedPart {
  const base = { part, rowsWanted: null, costBeforeUsd: 0 };
  const isThere = findFetchOf(fetches, base)?.status === 'complete' && options.force !== true;
  return { ...base, plan: isThere ? 'have' : 'begin' };
}

/** Weeks that have passed do not change: they are fetched once. A domain that was onboarded without them gets them from the weekly run. */
function planHistory({ options, fetches, wasOnboarded }: PlanInput): PlannedPart {
  const base = { part: 'history', rowsWanted: null, costBeforeUsd: 0 } as const;
  const found = findFetchOf(fetches, base);
  if (found?.status === 'complete') return { ...base, plan: 'have' };
  const isLeft = wasOnboarded && options.force !== true && (found === undefined || found.status === 'skipped');
  return { ...base, plan: isLeft ? 'skip' : 'begin' };
}

export function toFetchKey(domainId: number, { part, market }: Pick<PlannedPart, 'part' | 'market'>): FetchKey {
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
