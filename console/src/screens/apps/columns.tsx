import type { AppKeyword, AppRank, AppReview, GetAppsByAppIdCompetitorsResponse } from '#client';
import { formatDay, formatDecimal, formatInstant, formatPlural } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { toCountryName, toLanguageName } from '#data/names.ts';
import { Change } from '#ui/change.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
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
  {
    id: 'date',
    title: 'Day',
    kind: 'text',
    width: 120,
    isDescendingFirst: true,
    value: ({ date }) => date,
    render: ({ date }) => formatDay(date),
    isOnPhone: true,
  },
  { id: 'category', title: 'Category', kind: 'text', width: 200, value: (row) => row.category_name ?? row.category_id, isOnPhone: true },
  { id: 'chart', title: 'Chart', kind: 'text', width: 140, value: ({ chart }) => toChartName(chart) },
  { id: 'device', title: 'Device', kind: 'text', width: 90, value: ({ device }) => toDeviceName(device) },
  {
    id: 'rank',
    title: 'Place',
    kind: 'number',
    width: 90,
    isDescendingFirst: false,
    value: ({ rank }) => rank,
    reading: toListReading,
    isOnPhone: true,
  },
  {
    id: 'change',
    title: 'Change',
    kind: 'number',
    width: 100,
    value: ({ change }) => change,
    render: ({ change }) => <Change value={change} />,
    reading: ({ scraped_at: checkedAt }) => ({ computedFrom: 'this place and the one before', checkedAt }),
  },
];

export const TERMS: readonly RowColumn<AppKeyword>[] = [
  { id: 'term', title: 'Term', kind: 'text', width: 240, value: ({ keyword }) => keyword, isOnPhone: true },
  {
    id: 'position',
    title: 'Place',
    kind: 'number',
    width: 110,
    isDescendingFirst: false,
    value: ({ position }) => position,
    render: (term) => {
      const { status: outcome, position, error: reason } = term;
      const read = toTermReading(term);
      return (
        <OutcomeMark value={outcome === 'failed' ? { outcome, reason, lastGood: toLastGood(term) } : { ...read, outcome, position }} />
      );
    },
    isOnPhone: true,
  },
  {
    id: 'change',
    title: 'Change',
    kind: 'number',
    width: 100,
    value: ({ change }) => change,
    render: ({ change }) => <Change value={change} />,
    reading: ({ checked_at: checkedAt }) => ({ computedFrom: 'the two newest places', checkedAt }),
    isOnPhone: true,
  },
  { id: 'country', title: 'Country', kind: 'text', width: 130, value: ({ storefront }) => toCountryName(storefront) },
  { id: 'language', title: 'Language', kind: 'text', width: 110, value: ({ language_code: language }) => toLanguageName(language) },
  { id: 'error', title: 'Error', kind: 'text', width: 240, value: ({ error }) => error },
  {
    id: 'checked',
    title: 'Checked (UTC)',
    kind: 'text',
    width: 160,
    isDescendingFirst: true,
    value: ({ checked_at: at }) => at,
    render: ({ checked_at: at }) => formatInstant(at),
  },
];

export const COMPETITORS: readonly RowColumn<Competitor>[] = [
  { id: 'app', title: 'App', kind: 'text', width: 240, value: ({ title, app_id: id }) => title ?? id, isOnPhone: true },
  { id: 'developer', title: 'Developer', kind: 'text', width: 180, value: ({ developer_name: developer }) => developer },
  {
    id: 'share',
    title: 'Share of terms',
    hint: 'Of the tracked terms that were checked',
    kind: 'number',
    width: 130,
    value: ({ share }) => share,
    render: ({ share }) => formatShare(share),
    reading: toCompetitorReading,
    isOnPhone: true,
  },
  {
    id: 'average',
    title: 'Average rank',
    kind: 'number',
    width: 130,
    isDescendingFirst: false,
    value: ({ average_position: average }) => average,
    render: ({ average_position: average }) => formatDecimal(average),
    reading: toCompetitorReading,
    isOnPhone: true,
  },
  { id: 'ahead', title: 'Terms ahead', kind: 'number', width: 120, value: ({ ahead }) => ahead, reading: toCompetitorReading },
  { id: 'behind', title: 'Terms behind', kind: 'number', width: 120, value: ({ behind }) => behind, reading: toCompetitorReading },
  {
    id: 'rating',
    title: 'Rating',
    kind: 'number',
    width: 90,
    value: ({ rating }) => rating,
    render: ({ rating }) => formatDecimal(rating),
    reading: ({ rating_reading: read }) => toRatingReading(read),
  },
];

export const REVIEWS: readonly RowColumn<AppReview>[] = [
  {
    id: 'at',
    title: 'Day',
    kind: 'text',
    width: 120,
    isDescendingFirst: true,
    value: ({ reviewed_at: at }) => at,
    render: ({ reviewed_at: at }) => formatDay(at.slice(0, 10)),
    isOnPhone: true,
  },
  { id: 'rating', title: 'Stars', kind: 'number', width: 80, value: ({ rating }) => rating, reading: toReviewReading, isOnPhone: true },
  { id: 'title', title: 'Title', kind: 'text', width: 220, value: ({ title }) => title },
  { id: 'text', title: 'Text', kind: 'text', width: 480, value: ({ text }) => text, isOnPhone: true },
  {
    id: 'language',
    title: 'Language',
    kind: 'text',
    width: 110,
    value: ({ language_code: language }) => language && toLanguageName(language),
  },
  { id: 'version', title: 'Version', kind: 'text', width: 100, value: ({ version }) => version },
];
