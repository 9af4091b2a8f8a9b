import { useMemo, useState, type ReactNode } from 'react';
import type { SharedKeyword } from '#client';
import { formatCount } from '#data/format.ts';
import { toLanguageName } from '#data/names.ts';
import { describeOutcome } from '#ui/states/outcome.ts';
import { decodeBytes, toPosition, toScaled, type PositionScale } from '#ui/charts/position-bands.ts';
import { Spark } from '#ui/charts/spark.tsx';
import { Change } from './change.tsx';
import { PageLink } from './page-link.tsx';
import { sayCompared, type SectionView } from './section.tsx';
import { Table, type TableColumn } from './table.tsx';

const SPARK_DAYS = 30;

interface Row extends SharedKeyword {
  readonly spark: Uint8Array;
}

/** Tracked keywords with where they stand at the end of the days. */
export function Keywords({ data }: SectionView<'keywords'>) {
  const { keywords, total, spark, compared, position_scale: scale } = data;
  const [text, setText] = useState('');
  const rows = useMemo(() => {
    const bytes = decodeBytes(spark);
    return keywords.map((keyword, at): Row => ({ ...keyword, spark: bytes.subarray(at * SPARK_DAYS, (at + 1) * SPARK_DAYS) }));
  }, [keywords, spark]);
  const shown = text === '' ? rows : rows.filter(({ keyword }) => keyword.toLowerCase().includes(text.toLowerCase()));
  if (rows.length === 0) return <p className="dim">No keywords tracked.</p>;
  return (
    <>
      <input
        type="search"
        aria-label="Keywords with"
        placeholder="Filter keywords"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {compared && <p className="dim">Changes since {sayCompared(compared, data.compared_is_first_known)}.</p>}
      <Table key={text} label="Keywords and their positions" columns={toColumns(shown, compared !== null, scale)} count={shown.length} />
      {total > rows.length && (
        <p className="dim">
          The first {formatCount(rows.length)} of {formatCount(total)} tracked keywords are shown.
        </p>
      )}
    </>
  );
}

function toColumns(rows: readonly Row[], isCompared: boolean, scale: PositionScale): TableColumn[] {
  const isOnePlace = new Set(rows.map(({ location_name: place }) => place)).size < 2;
  const sayWhere = ({ device, language_code: language, location_name: place, channel }: Row): string =>
    [device, ...(isOnePlace ? [] : [place]), toLanguageName(language), ...(channel === 'local' ? ['local results'] : [])].join(' · ');
  const column = (title: string, render: (row: Row) => ReactNode, look: Pick<TableColumn, 'isNumber' | 'isWide'> = {}): TableColumn => ({
    title,
    ...look,
    render: (at) => {
      const row = rows[at];
      return row && render(row);
    },
  });
  return [
    column('Keyword', (row) => (
      <>
        <bdi>{row.keyword}</bdi>
        <span className="dim on-phone">{sayWhere(row)}</span>
      </>
    )),
    column('Position', (row) => <Outcome status={row.status} position={toScaled(row, scale)} />, { isNumber: true }),
    column('On the page', ({ status, rank_absolute: absolute }) => formatCount(status === 'ranked' ? absolute : null), {
      isNumber: true,
      isWide: true,
    }),
    ...(isCompared
      ? [column('Change', (row) => <Change value={toChange(toScaled(row, scale), row.previous)} isLessBetter />, { isNumber: true })]
      : []),
    column('Best', ({ best }) => formatCount(best), { isNumber: true, isWide: true }),
    column(
      'Last 30 days',
      ({ spark, keyword }) => <Spark values={Array.from(spark, toPosition)} arePositions label={`Positions of ${keyword} over 30 days`} />,
      { isWide: true },
    ),
    column('Monthly searches', ({ volume }) => formatCount(volume), { isNumber: true, isWide: true }),
    column('Where', sayWhere, { isWide: true }),
    column('Page', ({ page }) => page && <PageLink url={page} />, { isWide: true }),
  ];
}

function toChange(position: number | null, previous: number | null): number | null {
  return position === null || previous === null ? null : position - previous;
}

function Outcome({ status, position }: Pick<Row, 'status' | 'position'>) {
  const lastGood = status === 'failed' && position !== null ? { position } : null;
  const { text, former, sentence } = describeOutcome({ outcome: status, position, lastGood }, null);
  return (
    <span className={`outcome-${status}`} role="img" aria-label={sentence} title={sentence}>
      {text}
      {former !== undefined && <s> {former}</s>}
    </span>
  );
}
