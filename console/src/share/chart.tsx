import { useMemo, useState } from 'react';
import { formatDay } from '#data/format.ts';
import { toCssColor } from '#ui/charts/colors.ts';
import { Plot } from '#ui/charts/chart/plot.tsx';
import { hasSome, sayValue, toColor, whyEmpty, type ChartSpec } from '#ui/charts/chart/spec.ts';
import { useHidden } from '#ui/charts/chart/use-hidden.ts';
import { Table, type TableColumn } from './table.tsx';
import type { Scheme } from './use-scheme.ts';

interface ChartProps {
  readonly title: string;
  /** Made once for the same data. */
  readonly spec: ChartSpec;
  readonly scheme: Scheme;
}

const HEIGHT_PX = 220;
const noCanvas = (): void => undefined;

/** A chart over days with its lines as a list, its annotations, and its figures as a table. */
export function Chart({ title, spec, scheme }: ChartProps) {
  const { days, lines, notes = [], format } = spec;
  const [isTable, setTable] = useState(false);
  const [cursor, setCursor] = useState<number>();
  const { hidden, toggle } = useHidden(lines);
  const shown = useMemo(() => lines.filter(({ id }) => !hidden.has(id)), [lines, hidden]);
  const at = Math.min(cursor ?? days.length - 1, days.length - 1);
  return (
    <figure aria-label={title} className="card">
      <div className="head">
        <h3>{title}</h3>
        <button type="button" className="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </button>
      </div>
      {isTable ? (
        <Table label={title} columns={toColumns(spec)} count={days.length} />
      ) : !hasSome(spec) ? (
        <p className="dim">Not known: {whyEmpty(spec)}</p>
      ) : (
        <>
          <Plot
            label={`${title}: ${formatDay(days[0])} to ${formatDay(days.at(-1))}`}
            spec={spec}
            shown={shown}
            height={HEIGHT_PX}
            scheme={scheme}
            syncKey="share"
            at={cursor}
            onCursor={setCursor}
            onCanvas={noCanvas}
          />
          <p className="dim">{formatDay(days[at])}</p>
          <ul className="legend">
            {lines.map((line, place) => (
              <li key={line.id}>
                {lines.length > 1 && (
                  <label>
                    <input type="checkbox" checked={!hidden.has(line.id)} onChange={() => toggle(line.id)} />
                    <span className="swatch" style={{ background: toCssColor(toColor(line, place)) }} />
                    {line.label}
                  </label>
                )}
                <span>{sayValue(line, at, format)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {notes.length > 0 && (
        <ul className="notes" aria-label="Annotations">
          {notes.map(({ id, from, to, text }) => (
            <li key={id}>
              <span className="dim">
                {formatDay(from)}
                {to !== from && ` to ${formatDay(to)}`}
              </span>{' '}
              {text}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

/** Newest day first. */
function toColumns({ days, lines, format }: ChartSpec): TableColumn[] {
  const toDay = (row: number): number => days.length - 1 - row;
  return [
    { title: 'Day', render: (row) => formatDay(days[toDay(row)]) },
    ...lines.map((line) => ({ title: line.label, isNumber: true, render: (row: number) => sayValue(line, toDay(row), format) })),
  ];
}
