import { useMemo } from 'react';
import type { SharedSite } from '#client';
import { formatCount, formatDecimal } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { OWN_COLOR, toRivalColors } from '#ui/charts/colors.ts';
import type { ChartNote, ChartSpec } from '#ui/charts/chart/spec.ts';
import { Chart } from './chart.tsx';
import type { SectionView } from './section.tsx';
import { Table, type TableColumn } from './table.tsx';

type SiteDay = SharedSite['days'][number];

/** Own sites and those of competitors beside each other, on the last day and over the days. */
export function Competitors({ data: { sites, share_of_voice_weighing: weighing }, notes, scheme }: SectionView<'competitors'>) {
  const share = useMemo(() => toChart(sites, notes, { read: (day) => day.share_of_voice, format: formatShare }), [sites, notes]);
  const position = useMemo(
    () => toChart(sites, notes, { read: (day) => day.average_position, format: formatDecimal, isReversed: true }),
    [sites, notes],
  );
  if (sites.length === 0) return <p className="dim">No sites tracked.</p>;
  return (
    <>
      <Table label="Sites on the last day" columns={toColumns(sites)} count={sites.length} />
      <p className="dim">Share of voice: {weighing.name}.</p>
      <div className="pair">
        <Chart title="Share of voice of each site" spec={share} scheme={scheme} />
        <Chart title="Average position of each site" spec={position} scheme={scheme} />
      </div>
    </>
  );
}

interface Reading extends Pick<ChartSpec, 'format' | 'isReversed'> {
  readonly read: (day: SiteDay) => number | null;
}

function toChart(sites: readonly SharedSite[], notes: readonly ChartNote[], { read, ...spec }: Reading): ChartSpec {
  const colors = toRivalColors(sites.flatMap(({ domain, is_own: isOwn }) => (isOwn ? [] : [domain])));
  return {
    ...spec,
    notes,
    days: (sites[0]?.days ?? []).map(({ date }) => date),
    lines: sites.map(({ domain, days, is_own: isOwn }) => ({
      id: domain,
      label: domain,
      values: days.map(read),
      color: isOwn ? OWN_COLOR : colors.get(domain),
    })),
  };
}

function toColumns(sites: readonly SharedSite[]): TableColumn[] {
  const last = (row: number): SiteDay | undefined => sites[row]?.days.at(-1);
  const count = (title: string, read: (day: SiteDay) => number): TableColumn => ({
    title,
    isNumber: true,
    // A day without a known outcome has no counts, which is not zero.
    render: (row) => {
      const day = last(row);
      return formatCount(day && day.keywords > 0 ? read(day) : null);
    },
  });
  return [
    { title: 'Site', render: (row) => `${sites[row]?.domain ?? ''}${sites[row]?.is_own ? ' (own)' : ''}` },
    { title: 'Share of voice', isNumber: true, render: (row) => formatShare(last(row)?.share_of_voice) },
    { title: 'Average position', isNumber: true, render: (row) => formatDecimal(last(row)?.average_position) },
    count('Top 3', (day) => day.top_3),
    count('Top 10', (day) => day.top_10),
    count('Rank', (day) => day.ranked),
  ];
}
