import { listTracked } from '#areas/rankings/index.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toFigures, type Figures } from '../performance/figures.ts';
import type { QueryRow } from './analytics.ts';
import { loadBrandTest } from './brand.ts';
import { toOpportunity, type Opportunity } from './opportunity.ts';

const TRACKED_MAX = 20_000;
const STRIKING_FROM = 4;
const STRIKING_TO = 20;

interface KnownQuery {
  readonly query: string;
  readonly figures: Figures;
  readonly isTracked: boolean;
  readonly isBranded: boolean;
}

/** Queries within reach of the first places: more people see them than half of all, and they are no brand of one's own. */
export async function listStriking(sql: Sql, projectId: string, rows: readonly QueryRow[]): Promise<Opportunity[]> {
  const within = rows.filter(({ impressions, places, median }) => {
    const position = places / impressions;
    return impressions > median && position >= STRIKING_FROM && position <= STRIKING_TO;
  });
  const known = await describe(sql, projectId, within);
  return known.filter(({ isBranded }) => !isBranded).map(toOpportunity);
}

/** Queries that bring people and that the project does not track, those with most clicks first. */
export async function listUntracked(sql: Sql, projectId: string, rows: readonly QueryRow[]): Promise<Opportunity[]> {
  const known = (await describe(sql, projectId, rows)).filter(({ isTracked }) => !isTracked);
  return known
    .toSorted(({ figures: one }, { figures: other }) => other.clicks - one.clicks || other.impressions - one.impressions)
    .map(toOpportunity);
}

async function describe(sql: Sql, projectId: string, rows: readonly QueryRow[]): Promise<KnownQuery[]> {
  const [tracked, isBranded] = await Promise.all([listTracked(sql, { projectId, limit: TRACKED_MAX }), loadBrandTest(sql, projectId)]);
  const texts = new Set(tracked.map(({ keyword }) => normalizeKeyword(keyword)));
  return rows.flatMap((row) => {
    const figures = toFigures(row);
    const { query } = row;
    return figures === null ? [] : [{ query, figures, isTracked: texts.has(normalizeKeyword(query)), isBranded: isBranded(query) }];
  });
}
