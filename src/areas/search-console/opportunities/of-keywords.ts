import { findGoogleCountry, getGrid, readGoogle, type Grid } from '#areas/rankings/index.ts';
import type { ReadContext } from '../performance/scope.ts';
import { toOpportunity, type Measured, type Opportunity, type OpportunityKind, type Reason } from './opportunity.ts';

const GRID_MAX = 20_000;
const DAYS = 28;
const APART_PLACES = 3;
const APART_IMPRESSIONS = 100;
const GOOGLE = 'engine_a';
const CHANNEL = 'seo';
/** What every result page has. */
const PLAIN = new Set(['organic', 'paid']);

interface Row extends Measured {
  readonly keyword: string;
  readonly isBranded: boolean | null;
  readonly features: readonly string[];
  readonly checkedAt: number | null;
  readonly google: {
    readonly clicks: number;
    readonly impressions: number;
    readonly position: number;
    readonly isOfCountry: boolean;
  } | null;
}

/** What is measured and what Google counts, side by side: where they do not agree, and why that may be. */
export async function listOfKeywords(
  ctx: ReadContext,
  { projectId, kind, to }: { readonly projectId: string; readonly kind: OpportunityKind; readonly to: string },
): Promise<Opportunity[]> {
  const grid = await getGrid(ctx, { projectId, compare: 'none', engines: [GOOGLE], channels: [CHANNEL], limit: GRID_MAX });
  const google = await readGoogle(ctx, { ...grid, span: { ...grid.span, to } }, { projectId, days: DAYS });
  // Positions are measured in the search of the web: of another kind it is not known what is said of a keyword.
  if (google === null || google.read === 0 || google.type !== 'web') return [];
  const rows = toRows(grid, google.counts);
  const firstMs = Date.parse(google.from);
  switch (kind) {
    case 'without_impressions':
      return rows.filter((row) => row.google === null).map((row) => describe(row, ['few_people', ...toPlace(row)]));
    case 'not_found_but_shown':
      return byImpressions(rows.filter((row) => row.status === 'not_found' && row.google !== null)).map((row) =>
        describe(row, listReasons(row, firstMs)),
      );
    case 'differing':
      return byImpressions(rows.filter(isApart)).map((row) => describe(row, listReasons(row, firstMs)));
    default:
      return [];
  }
}

/** Google counts places on the page, and so does `onPage`. */
function isApart({ status, onPage, google }: Row): boolean {
  if (status !== 'ranked' || onPage === null || google === null) return false;
  return google.impressions >= APART_IMPRESSIONS && Math.abs(onPage - google.position) > APART_PLACES;
}

function byImpressions(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => (other.google?.impressions ?? 0) - (one.google?.impressions ?? 0));
}

function listReasons(row: Row, firstMs: number): Reason[] {
  return [
    ...toPlace(row),
    ...(row.features.some((feature) => !PLAIN.has(feature)) ? (['features'] as const) : []),
    ...(row.features.includes('paid') ? (['paid_results'] as const) : []),
    ...(row.checkedAt !== null && row.checkedAt < firstMs ? (['older_check'] as const) : []),
    ...(row.device === 'mobile' ? (['tablets_left_out'] as const) : []),
    'personal_results',
  ];
}

function toPlace({ locationCode }: Row): Reason[] {
  return findGoogleCountry(locationCode)?.isWhole === true ? [] : ['place'];
}

function describe(
  { keyword, isBranded, google, features: _features, checkedAt: _checkedAt, ...measured }: Row,
  reasons: Reason[],
): Opportunity {
  return toOpportunity({
    query: keyword,
    figures: google && { ...google, ctr: google.clicks / google.impressions },
    isTracked: true,
    isBranded,
    measured,
    reasons,
  });
}

function toRows({ columns, lists }: Grid, counts: readonly Row['google'][]): Row[] {
  return columns.keyword.map((keyword, at) => ({
    keyword,
    keywordId: columns.keywordId[at] ?? '',
    device: lists.device[columns.device[at] ?? -1] ?? '',
    locationCode: columns.locationCode[at] ?? 0,
    status: lists.status[columns.status[at] ?? -1] ?? 'pending',
    organic: columns.position[at] ?? null,
    onPage: columns.rankAbsolute[at] ?? null,
    isBranded: columns.branded[at] ?? null,
    features: (columns.features[at] ?? []).map((index) => lists.feature[index] ?? ''),
    checkedAt: columns.checkedAt[at] ?? null,
    google: counts[at] ?? null,
  }));
}
