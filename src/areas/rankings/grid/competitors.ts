import { listWatchedAssets } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import type { Sql } from '#stores/postgres/types.ts';
import { toProviderName } from '../wire/provider-name.ts';
import { RANKING_STATUSES, type RankingStatus } from '../vocabulary.ts';
import type { OwnSites } from './analytics.ts';
import { listPastCompetitorOutcomes } from './past-competitors.ts';
import { listCompetitorOutcomes, type CompetitorOutcomes } from './store.ts';

/** Websites of competitors that are shown: the first of the project's assets. */
export const COMPETITORS_MAX = 20;

/** A competitor's website: one entry for each row of the grid in every column. */
export interface CompetitorColumns {
  readonly domain: string;
  /** Indexes in `RANKING_STATUSES`. */
  readonly status: number[];
  /** Of a failed check, the last good ones. */
  readonly position: (number | null)[];
  readonly rankAbsolute: (number | null)[];
  readonly checkedDepth: (number | null)[];
  /** Among the references of the AI overview; null unless it is cited there. */
  readonly aiOverviewPlace: (number | null)[];
  /** Of the rows whose outcome is not of the check that gave the own one. */
  readonly otherChecks: OtherCheck[];
}

/** When an outcome was read, by whom and for how much. */
export interface CheckFacts {
  /** Epoch milliseconds of the last good check, and of the newest one if it failed. */
  readonly checkedAt: number | null;
  readonly failedAt: number | null;
  readonly error: string | null;
  readonly provider: string | null;
  readonly costUsd: number | null;
}

export interface OtherCheck extends CheckFacts {
  /** The index of its row. */
  readonly row: number;
}

const NOTHING: Omit<CompetitorOutcomes, 'domain'> = {
  keys: [],
  isFailed: [],
  rankGroup: [],
  rankAbsolute: [],
  checkedDepth: [],
  citedPlace: [],
  checkedAt: [],
  failedAt: [],
  error: [],
  provider: [],
  costUsd: [],
};

interface CompetitorsInput {
  readonly sites: Pick<OwnSites, 'projectId' | 'timeZone'>;
  /** The keywords to read; a past day is read with all of them. */
  readonly keywordIds: readonly string[];
  /** The day at whose end to look, `YYYY-MM-DD` in the project's time zone; undefined: now. */
  readonly pastDay: string | undefined;
}

/** What was known of the websites of a project's competitors at the end of a day, in the order of the assets. */
export async function listCompetitors(
  { postgres, clickhouse }: Pick<AppContext, 'clickhouse'> & { readonly postgres: Sql },
  { sites, keywordIds, pastDay }: CompetitorsInput,
): Promise<CompetitorOutcomes[]> {
  const assets = (await listWatchedAssets(postgres, [sites.projectId])).get(sites.projectId) ?? [];
  const websites = assets.filter(({ type, role }) => type === 'website' && role === 'competitor').slice(0, COMPETITORS_MAX);
  const domains = websites.map(({ value }) => value);
  if (domains.length === 0) return [];
  const found =
    pastDay === undefined
      ? await listCompetitorOutcomes(postgres, { projectId: sites.projectId, domains, keywordIds })
      : await listPastCompetitorOutcomes(clickhouse, { sites, domains, day: pastDay });
  const byDomain = new Map(found.map((outcomes) => [outcomes.domain, outcomes]));
  return domains.map((domain) => byDomain.get(domain) ?? { domain, ...NOTHING });
}

/** The rows of the grid, with the moments of the own outcomes. */
interface OwnRows {
  /** As of `toTrackedKey`. */
  readonly keys: readonly string[];
  readonly checkedAt: readonly (number | null)[];
  readonly failedAt: readonly (number | null)[];
}

/** The columns of a competitor. One check gives the outcomes of all sites: said again is only what another one gave. */
export function toCompetitorColumns(outcomes: CompetitorOutcomes, { keys, checkedAt, failedAt }: OwnRows): CompetitorColumns {
  const indexOf = new Map(outcomes.keys.map((key, index) => [key, index]));
  const indexes = keys.map((key) => indexOf.get(key) ?? -1);
  const isOther = (row: number, index: number): boolean =>
    index !== -1 && (outcomes.checkedAt[index] !== checkedAt[row] || outcomes.failedAt[index] !== failedAt[row]);
  return {
    domain: outcomes.domain,
    status: indexes.map((index) => RANKING_STATUSES.indexOf(toStatus(outcomes, index))),
    position: indexes.map((index) => outcomes.rankGroup[index] ?? null),
    rankAbsolute: indexes.map((index) => outcomes.rankAbsolute[index] ?? null),
    checkedDepth: indexes.map((index) => outcomes.checkedDepth[index] ?? null),
    aiOverviewPlace: indexes.map((index) => outcomes.citedPlace[index] || null),
    otherChecks: [...indexes.entries()].flatMap(([row, index]) => (isOther(row, index) ? [{ row, ...toFacts(outcomes, index) }] : [])),
  };
}

function toFacts(outcomes: CompetitorOutcomes, index: number): CheckFacts {
  return {
    checkedAt: outcomes.checkedAt[index] ?? null,
    failedAt: outcomes.failedAt[index] ?? null,
    error: outcomes.error[index] ?? null,
    provider: toProviderName(outcomes.provider[index] ?? null),
    costUsd: outcomes.costUsd[index] ?? null,
  };
}

function toStatus({ isFailed, rankAbsolute }: CompetitorOutcomes, index: number): RankingStatus {
  if (index === -1) return 'pending';
  if (isFailed[index] === true) return 'failed';
  return (rankAbsolute[index] ?? null) === null ? 'not_found' : 'ranked';
}
