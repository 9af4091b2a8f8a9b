import type { RankingStatus } from '#areas/rankings/index.ts';
import type { Figures } from '../performance/figures.ts';
import type { Scope } from '../performance/scope.ts';

export const KINDS = [
  'striking_distance',
  'untracked',
  'without_impressions',
  'losing_pages',
  'cannibalization',
  'not_found_but_shown',
  'differing',
] as const;
/**
 * - `striking_distance`: queries on average at 4 to 20 with more impressions than half of all, that do not name an own brand.
 * - `untracked`: queries that the project does not track.
 * - `without_impressions`: tracked keywords that Google has no query for.
 * - `losing_pages`: pages that lost clicks while their average position stayed.
 * - `cannibalization`: queries that several own pages are shown for.
 * - `not_found_but_shown`: tracked keywords that are measured as not found, and that Google shows the property for.
 * - `differing`: tracked keywords whose measured position and Google's average lie more than 3 places apart.
 */
export type OpportunityKind = (typeof KINDS)[number];

export const REASONS = ['place', 'features', 'tablets_left_out', 'personal_results', 'few_people', 'older_check', 'paid_results'] as const;
/** Why a measured position and Google's average may differ, or Google has none. */
export type Reason = (typeof REASONS)[number];

export interface OpportunityPage {
  readonly page: string;
  readonly figures: Figures;
}

/** What is measured of a tracked keyword. */
export interface Measured {
  readonly keywordId: string;
  readonly device: string;
  readonly locationCode: number;
  readonly status: RankingStatus;
  /** Among organic results, and among everything on the page. */
  readonly organic: number | null;
  readonly onPage: number | null;
}

export interface Opportunity {
  /** Null: it is about a page. */
  readonly query: string | null;
  readonly page: string | null;
  readonly figures: Figures | null;
  /** Of the span that it is compared with. */
  readonly before: Figures | null;
  /** The project tracks it; null: it is about a page. */
  readonly isTracked: boolean | null;
  /** It names an own website. */
  readonly isBranded: boolean | null;
  readonly measured: Measured | null;
  readonly pages: readonly OpportunityPage[];
  readonly reasons: readonly Reason[];
}

const NOTHING: Opportunity = {
  query: null,
  page: null,
  figures: null,
  before: null,
  isTracked: null,
  isBranded: null,
  measured: null,
  pages: [],
  reasons: [],
};

/** An opportunity with what is known of it. */
export function toOpportunity(known: Partial<Opportunity>): Opportunity {
  return { ...NOTHING, ...known };
}

export interface Opportunities extends Scope {
  readonly kind: OpportunityKind;
  readonly rows: readonly Opportunity[];
  /** How many there are, those beside the page too; at most 5,000. */
  readonly total: number;
}
