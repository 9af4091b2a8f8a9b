import { Button, Group, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState, type KeyboardEvent } from 'react';
import { UNKNOWN } from '#data/format.ts';
import { useNow } from '#app/session.tsx';
import classes from './bars.module.css';
import { COMPARED_COLOR, toCssColor, toPlaceColor } from './colors.ts';
import { Figure } from '../layout/figure.tsx';
import { describeReading } from '../states/reading.ts';
import { WideTable } from '../layout/wide-table.tsx';
import { labelEvery, sumParts, toLines, toSeries, toStack, toTimeLines, type Bar } from './bars/layout.ts';
import { Table } from '../layout/table.tsx';

export type { Bar } from './bars/layout.ts';

export interface BarsProps {
  /** What the bars show, for example `Cost per day by service`. */
  readonly label: string;
  /** What a bar is, for the table: `Day`. */
  readonly barName: string;
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
  readonly height?: number;
  /** A series that is drawn hatched: it is a guess. */
  readonly guessed?: string;
  /** One series alone is named too, where nothing else says what it is. */
  readonly namesOne?: boolean;
  /** `names`: each bar is a thing of its own, so that each has its name below it. `days`: names between others can be left out. */
  readonly below?: 'days' | 'names';
  /** `time`: the values are milliseconds. */
  readonly unit?: 'count' | 'time';
}

/** Series with a colour of their own, the largest first; the others are one. */
const SERIES_MAX = 8;
const toFill = (place: number): string => toCssColor(toPlaceColor(place));
const GUESSED_COLOUR = toCssColor(COMPARED_COLOR);
const OTHER = 'other';
/** Room for figures; longer ones get more. */
const LEFT_MIN = 56;
const BOTTOM = 22;
const TOP = 6;
const LETTER_WIDTH = 6.2;
const FIGURE_GAP = 12;
/** A lone bar is no wall. */
const BAR_MAX = 56;
const LABEL_GAP = 20;
/** How names lean that have no room beside each other, and what of their length that takes below the bars. */
const SLANT_DEGREES = 40;
/** Longer names are cut: pointing at a bar and the table say them whole. */
const SLANT_LETTERS = 16;
const SLANT_SHARE = Math.sin((SLANT_DEGREES * Math.PI) / 180);

/** Stacked bars, with a legend, a cursor that keys move, and the same as a table. */
export function Bars({ barName, height = 220, guessed, namesOne = false, ...rest }: BarsProps) {
  const { label, bars, format } = rest;
  const [isTable, setTable] = useState(false);
  const series = toSeries(bars, { max: SERIES_MAX, other: OTHER, guessed });
  return (
    <Stack gap="xs" component="figure" m={0}>
      <Group justify="space-between" gap="xs">
        {series.length > (namesOne ? 0 : 1) && <Legend series={series} {...(guessed && { guessed })} />}
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          flex="none"
          ml="auto"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </Group>
      {isTable ? (
        <BarsTable label={label} barName={barName} bars={bars} series={series} format={format} />
      ) : (
        <BarsChart {...rest} series={series} height={height} {...(guessed && { guessed })} />
      )}
    </Stack>
  );
}

function Legend({ series, guessed }: { readonly series: readonly string[]; readonly guessed?: string }) {
  return (
    <Group gap="xs">
      {series.map((name, index) => (
        <Group key={name} gap={6} wrap="nowrap">
          <span
            className={name === guessed ? classes.guessed : classes.swatch}
            style={{ color: name === guessed ? GUESSED_COLOUR : toFill(index) }}
          />
          <Text size="xs">{name}</Text>
        </Group>
      ))}
    </Group>
  );
}

interface PartsProps extends Pick<BarsProps, 'label' | 'bars' | 'format' | 'below' | 'unit'> {
  readonly series: readonly string[];
}

function BarsTable({ label, barName, bars, series, format }: PartsProps & { readonly barName: string }) {
  return (
    <WideTable minWidth={series.length * 110 + 220} maxHeight={360}>
      <Table aria-label={label} className={classes.table} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {[barName, 'All', ...series].map((name, index) => (
              <Table.Th key={name} ta={index === 0 ? 'left' : 'right'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bars.map((bar) => (
            <Table.Tr key={bar.label}>
              <Table.Td>{bar.label}</Table.Td>
              {[sumParts(bar), ...toStack(bar, series, OTHER)].map((value, index) => (
                <Table.Td key={series[index - 1] ?? 'All'} ta="right">
                  <Figure text={bar.isUnknown ? UNKNOWN : format(value)} reading={bar.reading} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}

function BarsChart({ label, height, guessed, ...parts }: PartsProps & { readonly height: number; readonly guessed?: string }) {
  const { bars, series, format } = parts;
  const { ref, width } = useElementSize();
  const [active, setActive] = useState<number>();
  const now = useNow();
  const shown = active === undefined ? undefined : bars[active];
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    setActive(Math.min(bars.length - 1, Math.max(0, (active ?? bars.length - by) + by)));
    event.preventDefault();
  };
  return (
    <div ref={ref} className={classes.frame} role="group" aria-label={`${label}: arrow keys read the bars`} tabIndex={0} onKeyDown={move}>
      <svg width="100%" height={height} role="img" aria-label={describe(label, bars, format)} onPointerLeave={() => setActive(undefined)}>
        {width > 0 && (
          <Drawing {...parts} width={width} height={height} active={active} onActive={setActive} {...(guessed && { guessed })} />
        )}
      </svg>
      <Text size="xs" className={classes.reading} aria-live="polite">
        {shown && readBar(shown, series, format)}
        {shown?.reading && !shown.isUnknown && `, ${describeReading(shown.reading, now())}`}
      </Text>
    </div>
  );
}

function describe(label: string, bars: readonly Bar[], format: (value: number) => string): string {
  const highest = bars.toSorted((a, b) => sumParts(b) - sumParts(a))[0];
  return highest ? `${label}: ${bars.length} bars, the highest ${format(sumParts(highest))} at ${highest.label}` : `${label}: no data`;
}

function readBar(bar: Bar, series: readonly string[], format: (value: number) => string): string {
  if (bar.isUnknown) return `${bar.label}: not measured`;
  const parts = toStack(bar, series, OTHER).flatMap((value, index) => (value > 0 ? [`${series[index]} ${format(value)}`] : []));
  return `${bar.label}: ${format(sumParts(bar))}${parts.length > 1 ? ` (${parts.join(', ')})` : ''}`;
}

interface DrawingProps extends Omit<PartsProps, 'label'> {
  readonly width: number;
  readonly height: number;
  readonly active: number | undefined;
  readonly onActive: (index: number) => void;
  readonly guessed?: string;
}

function Drawing({ bars, series, format, width, height, active, onActive, guessed, below, unit }: DrawingProps) {
  const highest = Math.max(0, ...bars.map((bar) => sumParts(bar)));
  const lines = unit === 'time' ? toTimeLines(highest) : toLines(highest, format(0.4) === format(0));
  const top = lines.at(-1) ?? 1;
  const left = Math.max(LEFT_MIN, FIGURE_GAP + LETTER_WIDTH * Math.max(...lines.map((value) => format(value).length)));
  const slot = (width - left) / Math.max(1, bars.length);
  const thick = Math.min(BAR_MAX, slot * 0.76);
  const longest = LETTER_WIDTH * Math.max(1, ...bars.map(({ label, short = label }) => short.length));
  const every = labelEvery(bars.length, Math.max(1, Math.floor((width - left) / (LABEL_GAP + longest))));
  const isSlanted = below === 'names' && every > 1;
  const bottom = isSlanted ? BOTTOM + Math.min(longest, LETTER_WIDTH * SLANT_LETTERS) * SLANT_SHARE : BOTTOM;
  const toY = (value: number): number => TOP + (height - TOP - bottom) * (1 - value / top);
  return (
    <>
      {lines.map((value) => (
        <g key={value}>
          <line x1={left} x2={width} y1={toY(value)} y2={toY(value)} className={classes.line} />
          <text x={left - 8} y={toY(value) + 4} textAnchor="end" className={classes.text}>
            {format(value)}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => (
        <g key={bar.label} onPointerEnter={() => onActive(index)}>
          <rect
            x={left + index * slot}
            width={slot}
            y={TOP}
            height={height - TOP - bottom}
            className={active === index ? classes.active : classes.slot}
          />
          <Column
            stack={toStack(bar, series, OTHER)}
            x={left + index * slot + (slot - thick) / 2}
            width={thick}
            toY={toY}
            guessed={guessed === undefined ? -1 : series.indexOf(guessed)}
          />
          {(isSlanted || index % every === 0) && (
            <Name middle={left + index * slot + slot / 2} y={height - bottom + BOTTOM - 6} end={width} isSlanted={isSlanted}>
              {bar.short ?? bar.label}
            </Name>
          )}
        </g>
      ))}
    </>
  );
}

interface NameProps {
  readonly middle: number;
  readonly y: number;
  /** Right edge of the drawing, which no name passes. */
  readonly end: number;
  readonly isSlanted: boolean;
  readonly children: string;
}

/** What a bar is, below it. */
function Name({ middle, y, end, isSlanted, children }: NameProps) {
  const x = isSlanted ? middle + LETTER_WIDTH : Math.min(middle, end - (LETTER_WIDTH * children.length) / 2);
  return (
    <text
      x={x}
      y={y}
      textAnchor={isSlanted ? 'end' : 'middle'}
      transform={isSlanted ? `rotate(${-SLANT_DEGREES} ${x} ${y})` : undefined}
      className={classes.text}
    >
      {isSlanted && children.length > SLANT_LETTERS ? `${children.slice(0, SLANT_LETTERS - 1)}…` : children}
    </text>
  );
}

interface ColumnProps {
  readonly stack: readonly number[];
  readonly x: number;
  readonly width: number;
  readonly toY: (value: number) => number;
  /** Index of the series that is a guess; -1 for none. */
  readonly guessed: number;
}

function Column({ stack, x, width, toY, guessed }: ColumnProps) {
  return stack.map((value, index) => {
    const below = stack.slice(0, index).reduce((sum, part) => sum + part, 0);
    const isGuess = index === guessed;
    return value > 0 ? (
      <rect
        key={isGuess ? GUESSED_COLOUR : toFill(index)}
        x={x}
        width={width}
        y={toY(below + value)}
        height={Math.max(0.5, toY(below) - toY(below + value))}
        fill={isGuess ? 'none' : toFill(index)}
        stroke={isGuess ? GUESSED_COLOUR : 'none'}
        strokeDasharray={isGuess ? '3 3' : undefined}
      />
    ) : null;
  });
}
