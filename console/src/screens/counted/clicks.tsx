import { getProjectsByProjectIdSearchConsolePerformance, type SearchConsoleRow } from '#client';
import { useProjectId } from '#app/project.ts';
import { formatChange, formatCount } from '#data/format.ts';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { toReadColumns, type RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { defineListScreen } from '#ui/list/define-list.tsx';
import { ClicksFilters } from './clicks-filters.tsx';
import { DayChart } from './day-chart.tsx';
import { Hours } from './hours.tsx';
import { Known, Nothing } from './known.tsx';
import { sayClicks, toReading, type Scope } from './say-counted.ts';
import { clicksSearch } from './search.ts';
import { Totals } from './totals.tsx';

const SYNC_EVERY_MS = 10_000;
const TITLES = { query: 'Query', page: 'Page', country: 'Country', device: 'Device', date: 'Day' } as const;
const STATES = { final: 'Final', partial: 'Still counted', failed: 'Not read: failed', missing: 'Not read yet' } as const;

/** What Google counted, by query, page, country, device or day. */
export const View = defineListScreen({
  title: 'Clicks',
  question: 'What Google itself counts in Search Console, beside the positions that are measured.',
  sayLead: sayClicks,
  search: clicksSearch,
  operation: getProjectsByProjectIdSearchConsolePerformance,
  useOptions: ({ search: { by, compare, days, device, text } }) => ({
    path: { project_id: useProjectId() },
    query: {
      group_by: by,
      compare,
      last_days: Number(days),
      ...(device && { device }),
      ...(text && by === 'query' && { query_contains: text }),
      ...(text && by === 'page' && { page_contains: text }),
    },
  }),
  // While days are being read, more of them come.
  useEveryMs: () => SYNC_EVERY_MS,
  limit: 500,
  height: 480,
  filters: ClicksFilters,
  before: ({ data, search: { by, device } }) => (
    <>
      <Known scope={data} isByRow={by === 'query' || by === 'page'} />
      <Totals performance={data} />
      {data.property !== null && <DayChart from={data.span.from} to={data.span.to} device={device} />}
      {data.property !== null && <Hours />}
    </>
  ),
  empty: ({ data, search: { by, text } }) => (
    <Nothing scope={data} by={by} title={text ? 'Nothing matches' : 'Google has nothing of these days'} />
  ),
  label: 'What Google counted',
  fileName: 'clicks',
  rows: ({ rows }) => rows,
  toTotal: ({ data }) => data.total,
  columns: ({ data, search: { by } }) => toReadColumns(toColumns(by, data), toReading(data)),
  rowKey: ({ key }) => key,
});

function toColumns(by: keyof typeof TITLES, { compared, property }: Pick<Scope, 'compared' | 'property'>): RowColumn<SearchConsoleRow>[] {
  const isPlaced = property?.lacks.includes('position') !== true;
  return [
    column.text('key', TITLES[by], 320, {
      isOnPhone: true,
      ...(by === 'page' && { render: ({ key }: SearchConsoleRow) => <OutsideLink href={key} /> }),
    }),
    column.count('clicks', 'Clicks', 90, { isOnPhone: true }),
    ...(compared === null ? [] : toChangeColumns()),
    column.count('impressions', 'Impressions', 110, { isOnPhone: true }),
    column.share('ctr', 'Click rate', 90),
    ...(isPlaced ? [POSITION] : []),
    ...(by === 'date'
      ? [column.text<SearchConsoleRow>('state', 'State', 130, { of: ({ state }) => (state === null ? null : STATES[state]) })]
      : []),
  ];
}

const POSITION = column.average<SearchConsoleRow>('position', 'Average position', 130, {
  hint: 'Google’s average over impressions: not a measured position',
});

function toChangeColumns(): RowColumn<SearchConsoleRow>[] {
  const toChange = ({ clicks, compared_clicks: before }: SearchConsoleRow): number | null =>
    clicks === null || before === null ? null : clicks - before;
  return [
    column.count('before', 'Before', 90, { of: 'compared_clicks', hint: 'Clicks in the days that these are compared with' }),
    column.count('change', 'Change', 90, { of: toChange, render: (row) => formatChange(toChange(row), formatCount) }),
  ];
}
