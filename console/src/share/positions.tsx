import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { formatCount, formatDay } from '#data/format.ts';
import type { ChartSpec } from '#ui/charts/chart/spec.ts';
import { decodeBytes, describeByte, toPosition } from '#ui/charts/position-bands.ts';
import { Chart } from './chart.tsx';
import type { SectionView } from './section.tsx';
import { Table, type TableColumn } from './table.tsx';

/** Most shares show no map. */
const HeatMap = lazy(async () => ({ default: (await import('#ui/charts/heat-map/heat-map.tsx')).HeatMap }));

type Data = SectionView<'chart' | 'heatmap'>['data'];

const ROW_PX = 16;
/** Days as columns of the table; the file has all of them. */
const TABLE_DAYS = 14;
const NO_KEYWORDS = <p className="dim">No keywords tracked.</p>;

/** The positions of keywords as lines. */
export function PositionChart({ data, notes, scheme }: SectionView<'chart'>) {
  const spec = useMemo((): ChartSpec => {
    const bytes = decodeBytes(data.values);
    const lines = data.rows.map((row, at) => {
      const values = bytes.subarray(at * data.days.length, (at + 1) * data.days.length);
      return {
        id: String(at),
        label: nameOf(row),
        values: Array.from(values, toPosition),
        said: (day: number) => describeByte(values[day]),
      };
    });
    return { days: data.days, lines, isReversed: true, format: formatCount, notes };
  }, [data, notes]);
  if (data.rows.length === 0) return NO_KEYWORDS;
  return (
    <>
      <Chart title="Position by day" spec={spec} scheme={scheme} />
      <LeftOut data={data} />
    </>
  );
}

/** The positions of many keywords as colours. */
export function PositionMap({ data, notes, scheme }: SectionView<'heatmap'>) {
  const [isTable, setTable] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const values = useMemo(() => decodeBytes(data.values), [data]);
  const order = useMemo(() => Uint32Array.from(data.rows, (_, at) => at), [data]);
  if (data.rows.length === 0) return NO_KEYWORDS;
  const labelOf = (at: number): string => nameOf(data.rows[at]);
  return (
    <>
      <button type="button" className="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
        {isTable ? 'Show as picture' : 'Show as table'}
      </button>
      {isTable ? (
        <Table label="Positions by day" columns={toColumns(data, values)} count={data.rows.length} />
      ) : (
        <Suspense fallback={<div className="waiting" />}>
          <HeatMap label="Positions by day" rowHeight={ROW_PX} days={data.days} {...{ values, order, labelOf, notes, canvas, scheme }} />
        </Suspense>
      )}
      <LeftOut data={data} />
    </>
  );
}

/** Newest day first. */
function toColumns({ days, rows }: Data, values: Uint8Array): TableColumn[] {
  const shown = days.map((day, at) => ({ day, at })).toReversed();
  return [
    { title: 'Keyword', render: (row) => nameOf(rows[row]) },
    ...shown.slice(0, TABLE_DAYS).map(({ day, at }) => ({
      title: formatDay(day),
      isNumber: true,
      render: (row: number) => {
        const byte = values[row * days.length + at];
        return toPosition(byte) ?? describeByte(byte);
      },
    })),
  ];
}

function LeftOut({ data: { rows, total } }: { readonly data: Data }) {
  if (total <= rows.length) return null;
  return (
    <p className="dim">
      {formatCount(rows.length)} of {formatCount(total)} tracked keywords are shown.
    </p>
  );
}

function nameOf(row: Data['rows'][number] | undefined): string {
  return row ? `\u2068${row.keyword}\u2069 · ${row.device}` : '';
}
