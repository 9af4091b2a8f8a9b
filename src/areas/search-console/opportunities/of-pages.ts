import type { GroupRow } from '../performance/analytics.ts';
import { toFigures, toSumsBefore } from '../performance/figures.ts';
import type { ContestedRow } from './analytics.ts';
import { toOpportunity, type Opportunity } from './opportunity.ts';

const LOST_CLICKS_MIN = 10;
const LOST_SHARE_MIN = 0.2;
const STEADY_PLACES = 1;

/** Pages that lost a fifth of their clicks, and 10 at least, while their average position moved by less than one place. */
export function listLosing(rows: readonly GroupRow[]): Opportunity[] {
  return rows.flatMap((row) => {
    const [figures, before] = [toFigures(row), toFigures(toSumsBefore(row))];
    if (figures === null || before === null) return [];
    const lost = before.clicks - figures.clicks;
    // Without places it is not known whether one stayed.
    const isSteady = before.position !== null && figures.position !== null && Math.abs(before.position - figures.position) < STEADY_PLACES;
    if (lost < LOST_CLICKS_MIN || lost < before.clicks * LOST_SHARE_MIN || !isSteady) return [];
    return [toOpportunity({ page: row.key, figures, before })];
  });
}

/** Queries for which own pages take impressions from each other. */
export function listCannibalized(rows: readonly ContestedRow[], isTracked: (query: string) => boolean): Opportunity[] {
  return rows.map((row) =>
    toOpportunity({
      query: row.query,
      figures: toFigures(row),
      isTracked: isTracked(row.query),
      pages: row.pages.flatMap(([page, clicks, impressions, places]) => {
        const figures = toFigures({ clicks, impressions, places });
        return figures === null ? [] : [{ page, figures }];
      }),
    }),
  );
}
