import type { AppKeyword, AppRank, AppReview, GetAppsByAppIdCompetitorsResponse } from '#client';
import { formatPlural } from '#data/format.ts';
import { toCountryName, toLanguageName } from '#data/names.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { METRICS_PROVIDER, type Reading } from '#ui/states/reading.ts';
import type { OutcomeValue } from '#ui/states/outcome.ts';
import { toListReading, toRatingReading, toReviewReading } from './app/readings.ts';
import { OutcomeMark } from '#ui/states/outcome-mark.tsx';
import { toChartName, toDeviceName } from './store/store.ts';

type Competitor = GetAppsByAppIdCompetitorsResponse['competitors'][number];

function toTermReading({ checked_at: checkedAt, checked_depth: depth, cost_usd: costUsd }: AppKeyword): Reading {
  return { checkedAt, depth, provider: METRICS_PROVIDER, costUsd };
}

/** The place that stays when a search fails. */
function toLastGood(term: AppKeyword): OutcomeValue['lastGood'] {
  return term.checked_at === null ? null : { ...toTermReading(term), position: term.position };
}

/** What is said of a competitor is worked out from the store's searches. */
function toCompetitorReading({ shared_terms: count }: Competitor): Reading {
  return { computedFrom: `the newest searches for ${formatPlural(count, 'shared term')}` };
}

export const PLACES: readonly RowColumn<AppRank>[] = [
  column.day('date', 'Day', 120, { isOnPhone: true }),
  column.text('category', 'Category', 200, { of: (row) => row.category_name ?? row.category_id, isOnPhone: true }),
  column.text('chart', 'Chart', 140, { of: ({ chart }) => toChartName(chart) }),
  column.text('device', 'Device', 90, { of: ({ device }) => toDeviceName(device) }),
  column.rank('rank', 'Place', 90, { isOnPhone: true, reading: toListReading }),
  drawn.change('change', 'Change', 100, {
    reading: ({ scraped_at: checkedAt }) => ({ computedFrom: 'this place and the one before', checkedAt }),
  }),
];

export const TERMS: readonly RowColumn<AppKeyword>[] = [
  column.text('term', 'Term', 240, { of: 'keyword', isOnPhone: true }),
  column.rank('position', 'Place', 110, {
    isOnPhone: true,
    render: (term) => {
      const { status: outcome, position, error: reason } = term;
      const read = toTermReading(term);
      return (
        <OutcomeMark value={outcome === 'failed' ? { outcome, reason, lastGood: toLastGood(term) } : { ...read, outcome, position }} />
      );
    },
  }),
  drawn.change('change', 'Change', 100, {
    isOnPhone: true,
    reading: ({ checked_at: checkedAt }) => ({ computedFrom: 'the two newest places', checkedAt }),
  }),
  column.text('country', 'Country', 130, { of: ({ storefront }) => toCountryName(storefront) }),
  column.text('language', 'Language', 110, { of: ({ language_code: language }) => toLanguageName(language) }),
  column.text('error', 'Error', 240),
  column.instant('checked', 'Checked (UTC)', 160, { of: 'checked_at' }),
];

export const COMPETITORS: readonly RowColumn<Competitor>[] = [
  column.text('app', 'App', 240, { of: ({ title, app_id: id }) => title ?? id, isOnPhone: true }),
  column.text('developer', 'Developer', 180, { of: 'developer_name' }),
  column.share('share', 'Share of terms', 130, {
    hint: 'Of the tracked terms that were checked',
    isOnPhone: true,
    reading: toCompetitorReading,
  }),
  column.average('average', 'Average rank', 130, {
    of: 'average_position',
    isOnPhone: true,
    reading: toCompetitorReading,
  }),
  column.count('ahead', 'Terms ahead', 120, { reading: toCompetitorReading }),
  column.count('behind', 'Terms behind', 120, { reading: toCompetitorReading }),
  column.decimal('rating', 'Rating', 90, { reading: ({ rating_reading: read }) => toRatingReading(read) }),
];

export const REVIEWS: readonly RowColumn<AppReview>[] = [
  column.day('at', 'Day', 120, { of: 'reviewed_at', isOnPhone: true }),
  column.count('rating', 'Stars', 80, { isOnPhone: true, reading: toReviewReading }),
  column.text('title', 'Title', 220),
  column.text('text', 'Text', 480, { isOnPhone: true }),
  column.text('language', 'Language', 110, { of: ({ language_code: language }) => language && toLanguageName(language) }),
  column.text('version', 'Version', 100),
];
