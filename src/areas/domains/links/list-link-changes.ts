import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { getVisibleDomain, type DomainReader } from '../records/get-visible-domain.ts';
import { listFetches, type DomainFetch, type FetchPart } from '../onboarding/store/fetches.ts';
import { countChanges, listChangedDomains, listChangedLinks, type LinkRecord, type StoredChanges } from './store/link-changes.ts';
import { readLookedChanges, type LookedChanges } from './looked-changes.ts';
import type { ReferringRecord } from './store/referring-domains.ts';

/** How far back unless said otherwise. */
const DAYS_DEFAULT = 30;

/** What is stored of one kind, and the onboarding's fetch of it; null: there was none. */
export interface ChangesBasis extends StoredChanges {
  readonly fetch: DomainFetch | null;
}

export interface LinkChanges {
  readonly domain: { readonly id: number; readonly domain: string };
  readonly since: Date;
  readonly until: Date;
  readonly newDomains: readonly ReferringRecord[];
  readonly lostDomains: readonly ReferringRecord[];
  readonly newBacklinks: readonly LinkRecord[];
  readonly lostBacklinks: readonly LinkRecord[];
  /** What came and went of the whole profile. */
  readonly looked: LookedChanges;
  /** What the lists rest on. */
  readonly domains: ChangesBasis;
  readonly backlinks: ChangesBasis;
}

export interface ChangesOrder {
  readonly target: string;
  readonly since: Date | undefined;
  /** Most rows of each list. */
  readonly limit: number;
  readonly offset: number;
}

/**
 * Which domains and links came and went since a day: how many by the provider's counts, as far as anything was looked
 * for, and which ones by what is stored. The lists are as complete as the fetches behind them, so the answer includes those.
 * @throws AppError `Domain not found`
 */
export async function listLinkChanges(
  ctx: DomainReader & { readonly clock: Clock },
  { target, since: given, limit, offset }: ChangesOrder,
): Promise<LinkChanges> {
  const domain = await getVisibleDomain(ctx, target);
  const until = ctx.clock.now();
  const since = given ?? new Date(until.getTime() - DAYS_DEFAULT * DAY_MS);
  const page = { domainId: domain.id, since, limit, offset };
  const [newDomains, lostDomains, newBacklinks, lostBacklinks] = await Promise.all([
    listChangedDomains(ctx.postgres, 'came', page),
    listChangedDomains(ctx.postgres, 'went', page),
    listChangedLinks(ctx.postgres, 'came', page),
    listChangedLinks(ctx.postgres, 'went', page),
  ]);
  const [looked, ofDomains, ofLinks, fetches] = await Promise.all([
    readLookedChanges(ctx.postgres, { domainId: domain.id, since, now: until }),
    countChanges(ctx.postgres, 'referring_domains', page),
    countChanges(ctx.postgres, 'backlinks', page),
    listFetches(ctx.postgres, domain.id),
  ]);
  const basis = (part: FetchPart, counted: StoredChanges): ChangesBasis => ({
    ...counted,
    fetch: fetches.find((fetch) => fetch.part === part) ?? null,
  });
  const lists = { newDomains, lostDomains, newBacklinks, lostBacklinks };
  return { domain, since, until, looked, ...lists, domains: basis('referring_domains', ofDomains), backlinks: basis('backlinks', ofLinks) };
}
