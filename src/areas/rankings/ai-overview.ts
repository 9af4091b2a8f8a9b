import type { OverviewStanding } from './vocabulary.ts';

/** The type of an AI overview among the elements and features of a page. */
export const OVERVIEW = 'ai_overview';

export interface OverviewFacts {
  /** What stood on the page. */
  readonly features: readonly string[];
  /** The place of the site's first page among the references; 0: not cited. Null: there is no overview, or it was not loaded. */
  readonly citedPlace: number | null;
}

/** What a page that was read says of a site. */
export function toOverviewStanding({ features, citedPlace }: OverviewFacts): OverviewStanding {
  if (citedPlace !== null) return citedPlace > 0 ? 'cited' : 'not_cited';
  return features.includes(OVERVIEW) ? 'not_loaded' : 'not_shown';
}
