import { listWatchedAssets } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import type { Sql } from '#stores/postgres/types.ts';
import { toProviderName } from '../wire/provider-name.ts';
import { RANKING_STATUSES, type RankingStatus } from '../vocabulary.ts';
import type { OwnSites } from './analytics.ts';
import { listPastCompetitorOutcomes } from './past-competitors.ts';
import { listCompetitorOutcomes, type CompetitorOutcomes } from './store.ts';

/** So many websites of competitors are shown: the first of the project's assets. */
export const COMPETITORS_MAX = 20;

/** A competitor's website: one entry for each row of the grid in every column. */
export interface CompetitorColumns {
  readonly domain: string;
  /** Places in `RANKING_STATUSES`. */
  readonly status: number[];
  /** Of a failed check, the last good ones. */
  readonly position: (number | null)[];
  readonly rankAbsolute: (number | null)[];
  readonly checkedDepth: (number | null)[];
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
  /** The place of its row. */
  readonly row: number;
}

const NOTHING: Omit<CompetitorOutcomes, 'domain'> = {
  keys: [],
  isFailed: [],
  rankGroup: [],
  rankAbsolute: [],
  checkedDepth: [],
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
  const placeOf = new Map(outcomes.keys.map((key, place) => [key, place]));
  const places = keys.map((key) => placeOf.get(key) ?? -1);
  const isOther = (row: number, place: number): boolean =>
    place !== -1 && (outcomes.checkedAt[place] !== checkedAt[row] || outcomes.failedAt[place] !== failedAt[row]);
  return {
    domain: outcomes.domain,
    status: places.map((place) => RANKING_STATUSES.indexOf(toStatus(outcomes, place))),
    position: places.map((place) => outcomes.rankGroup[place] ?? null),
    rankAbsolute: places.map((place) => outcomes.rankAbsolute[place] ?? null),
    checkedDepth: places.map((place) => outcomes.checkedDepth[place] ?? null),
    otherChecks: [...places.entries()].flatMap(([row, place]) => (isOther(row, place) ? [{ row, ...toFacts(outcomes, place) }] : [])),
  };
}

function toFacts(outcomes: CompetitorOutcomes, place: number): CheckFacts {
  return {
    checkedAt: outcomes.checkedAt[place] ?? null,
    failedAt: outcomes.failedAt[place] ?? null,
    error: outcomes.error[place] ?? null,
    provider: toProviderName(outcomes.provider[place] ?? null),
    costUsd: outcomes.costUsd[place] ?? null,
  };
}

function toStatus({ isFailed, rankAbsolute }: CompetitorOutcomes, place: number): RankingStatus {
  if (place === -1) return 'pending';
  if (isFailed[place] === true) return 'failed';
  return (rankAbsolute[place] ?? null) === null ? 'not_found' : 'ranked';
}
