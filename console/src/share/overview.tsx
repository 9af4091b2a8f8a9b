import { useMemo, type ReactNode } from 'react';
import { formatCount, formatDay, formatDecimal } from '#data/format.ts';
import { formatPoints, formatShare } from '#data/shares.ts';
import { findLast, toDistributionChart, toFigure, toPositionChart, toShareChart, isSameCheck } from '../screens/overview/figures.ts';
import { Change } from './change.tsx';
import { Chart } from './chart.tsx';
import { sayCompared, type SectionView } from './section.tsx';

/** Where a project stands at the end of the days, and how it came there. */
export function Overview({ data, notes, scheme }: SectionView<'overview'>) {
  const figures = useMemo(
    () => ({ days: data.days, compared_days: (data.compared_is_first_known ? null : data.compared_days) ?? [] }),
    [data],
  );
  const charts = useMemo(
    () =>
      [
        { title: 'Share of voice', spec: { ...toShareChart(figures), notes } },
        { title: 'Average position', spec: { ...toPositionChart(figures), notes } },
        { title: 'Keywords by position', spec: { ...toDistributionChart(figures), notes } },
      ] as const,
    [figures, notes],
  );
  const last = findLast(figures.days);
  if (!last) return <p className="dim">No successful checks in this period.</p>;
  const { moves } = data;
  // Keywords whose outcome is known on both days.
  const isCompared = !isSameCheck(figures, moves.before) && moves.up + moves.down + moves.new + moves.lost + moves.unchanged > 0;
  const share = toFigure(figures, (day) => day.share_of_voice);
  const position = toFigure(figures, (day) => day.average_position);
  const top3 = toFigure(figures, (day) => day.top_3);
  const top10 = toFigure(figures, (day) => day.top_10);
  return (
    <>
      <p className="dim">
        On {formatDay(last.date)}
        {data.compared && `, compared with ${sayCompared(data.compared, data.compared_is_first_known)}`}: {formatCount(last.ranked)} of{' '}
        {formatCount(last.keywords)} keywords rank. Share of voice: {data.share_of_voice_weighing.name}.
      </p>
      <div className="tiles">
        <Tile label="Share of voice" value={formatShare(share.value)} change={<Change value={share.change} format={formatPoints} />} />
        <Tile
          label="Average position"
          value={formatDecimal(position.value)}
          change={<Change value={position.change} format={formatDecimal} isLessBetter />}
        />
        <Tile label="In the top 3" value={formatCount(top3.value)} change={<Change value={top3.change} />} />
        <Tile label="In the top 10" value={formatCount(top10.value)} change={<Change value={top10.change} />} />
        <Tile label="Rose" value={formatCount(isCompared ? moves.up + moves.new : null)} change={<Since day={moves.before} />} />
        <Tile label="Fell" value={formatCount(isCompared ? moves.down + moves.lost : null)} change={<Since day={moves.before} />} />
      </div>
      <div className="pair">
        {charts.map(({ title, spec }) => (
          <Chart key={title} title={title} spec={spec} scheme={scheme} />
        ))}
      </div>
    </>
  );
}

function Since({ day }: { readonly day: string }) {
  return <span className="dim">since {formatDay(day)}</span>;
}

function Tile({ label, value, change }: { readonly label: string; readonly value: string; readonly change: ReactNode }) {
  return (
    <div className="card">
      <div className="dim">{label}</div>
      <div className="figure">{value}</div>
      <div>{change}</div>
    </div>
  );
}
