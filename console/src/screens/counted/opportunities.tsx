import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, Text } from '@mantine/core';
import { useIsPhone } from '#ui/layout/folded-filters.ts';
import { getProjectsByProjectIdSearchConsoleOpportunities, type SearchConsoleOpportunity } from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { formatPlural } from '#data/format.ts';
import { toReadColumns, type RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { defineListScreen } from '#ui/list/define-list.tsx';
import { Known, Nothing } from './known.tsx';
import { saySpan, toReading } from './say-counted.ts';
import { KINDS, opportunitiesSearch, type Kind } from './search.ts';
import { TrackQueries } from './track-queries.tsx';

type Row = SearchConsoleOpportunity;
const REASONS: Readonly<Record<Row['reasons'][number], string>> = {
  place: 'Google counts the whole country',
  features: 'the page has more than plain results',
  tablets_left_out: 'tablets are counted apart',
  personal_results: 'people get results of their own',
  few_people: 'few people ask, or none',
  older_check: 'the check is older than these days',
  paid_results: 'paid results move places',
};

/** What is worth a look in what Google counted, one kind at a time. */
export const View = defineListScreen({
  title: 'Opportunities',
  question: 'What Google counted and what is measured, side by side: where it is worth a look.',
  sayLead: ({ property, kind, total, span }) =>
    property === null || span.final + span.partial === 0
      ? undefined
      : `${nameKind(kind)}: ${formatPlural(total, 'finding')} ${saySpan(span)}.`,
  search: opportunitiesSearch,
  operation: getProjectsByProjectIdSearchConsoleOpportunities,
  useOptions: ({ search: { kind } }) => ({ path: { project_id: useProjectId() }, query: { kind } }),
  limit: 500,
  height: 480,
  filters: KindChoice,
  before: ({ data }) => (
    <>
      <Known scope={data} isByRow />
      <Track rows={data.opportunities} />
    </>
  ),
  empty: ({ data }) => <Nothing scope={data} title="Nothing of this kind" />,
  label: 'Opportunities',
  fileName: 'opportunities',
  rows: ({ opportunities }) => opportunities,
  toTotal: ({ data }) => data.total,
  columns: ({ data }) => toReadColumns(COLUMNS[data.kind], toReading(data)),
  rowKey: ({ query, page, keyword_id: id, device }) => [id ?? '', device ?? '', query ?? '', page ?? ''].join('\n'),
});

function KindChoice() {
  const { search, setSearch } = useScreenSearch(opportunitiesSearch);
  const isPhone = useIsPhone();
  return (
    <>
      <SegmentedControl
        orientation={isPhone ? 'vertical' : 'horizontal'}
        fullWidth={isPhone}
        size="xs"
        aria-label="Kind"
        data={KINDS.map(({ value, label }) => ({ value, label }))}
        value={search.kind}
        onChange={(kind) => setSearch({ kind: kind as Kind, offset: undefined, sort: undefined, columns: undefined })}
      />
      <Text size="sm" c="dimmed" my="xs">
        {KINDS.find(({ value }) => value === search.kind)?.why}
      </Text>
    </>
  );
}

function nameKind(kind: Kind): string {
  return KINDS.find(({ value }) => value === kind)?.label ?? kind;
}

/** Queries of the list that nothing checks. */
function Track({ rows }: { readonly rows: readonly Row[] }) {
  const { rights } = useSession();
  const queries = rows.flatMap(({ query, is_tracked: isTracked, is_branded: isBranded }) =>
    query !== null && isTracked === false && isBranded !== true ? [query] : [],
  );
  return rights.has('edit') ? <TrackQueries queries={queries} /> : null;
}

const QUERY = column.text<Row>('query', 'Query', 280, { isOnPhone: true });
const PAGE = column.text<Row>('page', 'Page', 340, { isOnPhone: true, render: ({ page }) => page && <OutsideLink href={page} /> });
const COUNTED = [
  column.count<Row>('clicks', 'Clicks', 90, { isOnPhone: true }),
  column.count<Row>('impressions', 'Impressions', 110, { isOnPhone: true }),
  column.share<Row>('ctr', 'Click rate', 90),
  column.average<Row>('position', 'Google’s average', 130, { hint: 'Over impressions of the topmost place' }),
];
const TRACKED = column.text<Row>('tracked', 'Tracked', 90, {
  of: ({ is_tracked: isTracked }) => (isTracked === null ? null : isTracked ? 'Yes' : 'No'),
});
const BRAND = column.text<Row>('brand', 'Own brand', 100, {
  of: ({ is_branded: isBranded }) => (isBranded === null ? null : isBranded ? 'Yes' : 'No'),
});
const MEASURED = [
  column.text<Row>('device', 'Device', 90),
  column.rank<Row>('measured', 'Measured', 100, { of: 'measured_position', hint: 'Among organic results' }),
  column.rank<Row>('on_page', 'On the page', 110, { of: 'measured_rank_absolute', hint: 'Among everything on the page, as Google counts' }),
];
const WHY = column.text<Row>('why', 'Why that may be', 320, {
  of: ({ reasons }) => reasons.map((reason) => REASONS[reason]).join('; ') || null,
});
const BEFORE = column.count<Row>('before', 'Clicks before', 120, { of: 'compared_clicks' });
const PAGES = column.text<Row>('pages', 'Pages', 420, {
  of: ({ pages }) => pages.map(({ page, impressions }) => `${page} (${formatPlural(impressions, 'impression')})`).join(', ') || null,
});

const COLUMNS: Readonly<Record<Kind, readonly RowColumn<Row>[]>> = {
  striking_distance: [QUERY, ...COUNTED, TRACKED],
  untracked: [QUERY, ...COUNTED, BRAND],
  losing_pages: [PAGE, ...COUNTED, BEFORE],
  cannibalization: [QUERY, ...COUNTED, TRACKED, PAGES],
  not_found_but_shown: [QUERY, ...COUNTED, ...MEASURED, WHY],
  differing: [QUERY, ...COUNTED, ...MEASURED, WHY],
  without_impressions: [QUERY, ...MEASURED, WHY],
};
