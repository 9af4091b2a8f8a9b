import { useMemo } from 'react';
import type { SharedSearchRow } from '#client';
import { formatCount, formatDecimal, formatList, formatPlural } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { OWN_COLOR } from '#ui/charts/colors.ts';
import type { ChartSpec } from '#ui/charts/chart/spec.ts';
import { Change } from './change.tsx';
import { Chart } from './chart.tsx';
import { PageLink } from './page-link.tsx';
import type { SectionView } from './section.tsx';
import { Table, type TableColumn } from './table.tsx';

type Data = SectionView<'search_console'>['data'];

/** What Google itself counted, in Pacific days: clicks of people, and no measurement. */
export function Counted({ data, notes, scheme }: SectionView<'search_console'>) {
  const clicks = useMemo((): ChartSpec => ({ ...toChart(data, 'clicks'), notes }), [data, notes]);
  const impressions = useMemo((): ChartSpec => ({ ...toChart(data, 'impressions'), notes }), [data, notes]);
  if (data.site_url === null) return <p className="dim">No property of Search Console is connected.</p>;
  const { totals, compared_totals: before, queries, pages } = data;
  return (
    <>
      <p className="dim">{sayKnown(data)}</p>
      {data.spoiled.length > 0 && (
        <p role="note">
          Not to be compared: {formatList(data.spoiled.map(({ metric }) => metric))}.{' '}
          {[...new Set(data.spoiled.flatMap(({ reasons }) => reasons))].join(' ')}
        </p>
      )}
      <div className="tiles">
        <Tile label="Clicks" value={formatCount(totals.clicks)} change={toChange(totals.clicks, before?.clicks)} />
        <Tile label="Impressions" value={formatCount(totals.impressions)} change={toChange(totals.impressions, before?.impressions)} />
        <Tile label="Average position (Google)" value={formatDecimal(totals.position)} change={null} />
        <Tile label="Clicks whose queries have a name" value={formatShare(data.named_share)} change={null} />
      </div>
      <div className="pair">
        <Chart title="Clicks" spec={clicks} scheme={scheme} />
        <Chart title="Impressions" spec={impressions} scheme={scheme} />
      </div>
      {queries.length > 0 && <Table label="Queries with most clicks" columns={toColumns('Query', queries)} count={queries.length} />}
      {pages.length > 0 && <Table label="Pages with most clicks" columns={toColumns('Page', pages)} count={pages.length} />}
    </>
  );
}

function sayKnown({ site_url: site, days }: Data): string {
  const count = (...states: readonly string[]): number => days.filter(({ state }) => states.includes(state)).length;
  const unread = count('failed', 'missing');
  return [
    `${site}, in Pacific days.`,
    ...(unread > 0 ? [`${formatPlural(unread, 'day')} of ${days.length} not read: they count nowhere.`] : []),
    ...(count('partial') > 0 ? [`${formatPlural(count('partial'), 'day')} that Google still counts.`] : []),
  ].join(' ');
}

function toChart({ days }: Data, name: 'clicks' | 'impressions'): ChartSpec {
  return {
    days: days.map(({ date }) => date),
    format: formatCount,
    lines: [{ id: name, label: name === 'clicks' ? 'Clicks' : 'Impressions', values: days.map((day) => day[name]), color: OWN_COLOR }],
  };
}

function toChange(now: number | null, before: number | null | undefined): number | null {
  return typeof now === 'number' && typeof before === 'number' ? now - before : null;
}

function toColumns(title: 'Query' | 'Page', rows: readonly SharedSearchRow[]): TableColumn[] {
  return [
    { title, render: (row) => (title === 'Page' ? <PageLink url={rows[row]?.key ?? ''} /> : rows[row]?.key) },
    { title: 'Clicks', isNumber: true, render: (row) => formatCount(rows[row]?.clicks) },
    { title: 'Impressions', isNumber: true, render: (row) => formatCount(rows[row]?.impressions) },
    { title: 'Click rate', isNumber: true, render: (row) => formatShare(rows[row]?.ctr) },
    { title: 'Average position', isNumber: true, render: (row) => formatDecimal(rows[row]?.position) },
  ];
}

function Tile({ label, value, change }: { readonly label: string; readonly value: string; readonly change: number | null }) {
  return (
    <div className="card">
      <div className="dim">{label}</div>
      <div className="figure">{value}</div>
      <div>{change !== null && <Change value={change} />}</div>
    </div>
  );
}
