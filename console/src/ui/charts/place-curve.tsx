import { useId } from 'react';
import { formatDecimal, formatPlural } from '#data/format.ts';
import { Table } from '../layout/table.tsx';
import { WideTable } from '../layout/wide-table.tsx';
import { COMPARED_COLOR, OWN_COLOR, toCssColor, type ColorName } from './colors.ts';

export interface PlaceLine {
  readonly label: string;
  /** What each place is worth, 1 first: parts of 1. */
  readonly weights: readonly number[];
  /** Places with a value of their own; each is a dot. */
  readonly known?: readonly number[];
}

interface PlaceCurveProps {
  readonly title: string;
  readonly own: PlaceLine;
  readonly compared: PlaceLine;
}

const WIDTH = 480;
const HEIGHT = 150;
const LEFT = 44;
const BOTTOM = 20;
const TOP = 8;
const TICKS = 4;
const DASHES = '5 4';

/** What places are worth by two curves, over the places of a result page; the same as a table below. */
export function PlaceCurve({ title, own, compared }: PlaceCurveProps) {
  const titleId = useId();
  const places = own.weights.length;
  const highest = Math.max(...own.weights, ...compared.weights);
  const x = (place: number): number => LEFT + ((place - 1) / Math.max(1, places - 1)) * (WIDTH - LEFT - TOP);
  const y = (weight: number): number => TOP + (1 - weight / highest) * (HEIGHT - TOP - BOTTOM);
  const lines = [
    { ...compared, color: COMPARED_COLOR, dashes: DASHES },
    { ...own, color: OWN_COLOR, dashes: undefined },
  ];
  return (
    <figure aria-labelledby={titleId} style={{ margin: 0 }}>
      <figcaption id={titleId}>
        <b>{title}</b>
      </figcaption>
      <Legend lines={lines} />
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" role="img" aria-label={`${title}: ${own.label} beside ${compared.label}`}>
        {Array.from({ length: TICKS + 1 }, (_none, at) => (highest * at) / TICKS).map((weight) => (
          <g key={weight}>
            <line x1={LEFT} x2={WIDTH - TOP} y1={y(weight)} y2={y(weight)} stroke="var(--mantine-color-default-border)" />
            <text x={LEFT - 6} y={y(weight) + 4} textAnchor="end" fontSize={11} fill="currentColor">
              {formatPart(weight)}
            </text>
          </g>
        ))}
        {[1, ...Array.from({ length: Math.floor(places / 5) }, (_none, at) => (at + 1) * 5)].map((place) => (
          <text key={place} x={x(place)} y={HEIGHT - 5} textAnchor="middle" fontSize={11} fill="currentColor">
            {place}
          </text>
        ))}
        {lines.map(({ label, weights, known = [], color, dashes }) => (
          <g key={label}>
            <polyline
              points={weights.map((weight, at) => `${x(at + 1)},${y(weight)}`).join(' ')}
              fill="none"
              stroke={toCssColor(color)}
              strokeWidth={2}
              strokeDasharray={dashes}
            />
            {known.map((place) => (
              <circle key={place} cx={x(place)} cy={y(weights[place - 1] ?? 0)} r={3} fill={toCssColor(color)} />
            ))}
          </g>
        ))}
      </svg>
      <details>
        <summary>{`As a table: ${formatPlural(places, 'place')}`}</summary>
        <WideTable minWidth={320} maxHeight={320}>
          <Table aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Place</Table.Th>
                <Table.Th>{own.label}</Table.Th>
                <Table.Th>{compared.label}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {own.weights.map((weight, at) => (
                <Table.Tr key={`place ${at + 1}`}>
                  <Table.Td>{at + 1}</Table.Td>
                  <Table.Td>
                    {formatPart(weight)}
                    {own.known?.includes(at + 1) === false && ' (no value of its own)'}
                  </Table.Td>
                  <Table.Td>{formatPart(compared.weights[at] ?? 0)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </WideTable>
      </details>
    </figure>
  );
}

function Legend({
  lines,
}: {
  readonly lines: readonly { readonly label: string; readonly color: ColorName; readonly dashes: string | undefined }[];
}) {
  return (
    <div style={{ display: 'flex', gap: 16, flexWrap: 'wrap' }}>
      {lines.map(({ label, color, dashes }) => (
        <span key={label}>
          <svg width={24} height={8} aria-hidden>
            <line x1={0} x2={24} y1={4} y2={4} stroke={toCssColor(color)} strokeWidth={2} strokeDasharray={dashes} />
          </svg>{' '}
          {label}
        </span>
      ))}
    </div>
  );
}

function formatPart(part: number): string {
  return `${formatDecimal(part * 100)}%`;
}
