import type { AppKeyword, AppRank, AppReview, GetAppsByAppIdCompetitorsResponse } from '../../../../clients/typescript/src/index.ts';
import { formatDay, formatDecimal, formatInstant, formatShare } from '../../data/format.ts';
import { toCountryName, toLanguageName } from '../../data/names.ts';
import { Change } from '../../ui/change.tsx';
import type { RowColumn } from '../../ui/grid/column.ts';
import { OutcomeMark } from '../../ui/outcome-mark.tsx';
import { toChartName, toDeviceName } from './store.ts';

type Competitor = GetAppsByAppIdCompetitorsResponse['competitors'][number];

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
  { id: 'rank', title: 'Place', kind: 'number', width: 90, isDescendingFirst: false, value: ({ rank }) => rank, isOnPhone: true },
  {
    id: 'change',
    title: 'Change',
    kind: 'number',
    width: 100,
    value: ({ change }) => change,
    render: ({ change }) => <Change value={change} />,
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
    render: ({ status, position, checked_depth: depth, checked_at: checkedAt, error }) => (
      <OutcomeMark value={{ outcome: status, position, depth, checkedAt, reason: error }} />
    ),
    isOnPhone: true,
  },
  {
    id: 'change',
    title: 'Change',
    kind: 'number',
    width: 100,
    value: ({ change }) => change,
    render: ({ change }) => <Change value={change} />,
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
    hint: 'Of the tracked terms that were read',
    kind: 'number',
    width: 130,
    value: ({ share }) => share,
    render: ({ share }) => formatShare(share),
    isOnPhone: true,
  },
  {
    id: 'average',
    title: 'Average place',
    kind: 'number',
    width: 130,
    isDescendingFirst: false,
    value: ({ average_position: average }) => average,
    render: ({ average_position: average }) => formatDecimal(average),
    isOnPhone: true,
  },
  { id: 'ahead', title: 'Terms ahead', kind: 'number', width: 120, value: ({ ahead }) => ahead },
  { id: 'behind', title: 'Terms behind', kind: 'number', width: 120, value: ({ behind }) => behind },
  {
    id: 'rating',
    title: 'Rating',
    kind: 'number',
    width: 90,
    value: ({ rating }) => rating,
    render: ({ rating }) => formatDecimal(rating),
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
  { id: 'rating', title: 'Stars', kind: 'number', width: 80, value: ({ rating }) => rating, isOnPhone: true },
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
