import { toInstant } from '#data/time/instant.ts';
import { Badge, Text } from '@mantine/core';
import { SCALE_WORDS } from '#data/scale.ts';
import { Change } from '#ui/change.tsx';
import type { Column } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { Line } from '#ui/grid/line.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { OutcomeMark } from '#ui/states/outcome-mark.tsx';
import { FAILED, NOT_FOUND, toPosition } from '#ui/charts/position-bands.ts';
import type { Reading } from '#ui/states/reading.ts';
import { Spark } from '#ui/charts/spark.tsx';
import { toColumnId } from './competitors.ts';
import type { Keywords } from './keywords.ts';
import { toOutcomeCells } from './outcomes.ts';

/** Where the best own site stands, and how it moved. */
export function toPositionColumns(keywords: Keywords): Column[] {
  const { columns, sparkOf, textOf, statusOf, otherPlaceOf } = keywords;
  const { position_scale: scale } = keywords.answer;
  const other = scale === 'organic' ? 'page' : 'organic';
  return [
    column.text('keyword', 'Keyword', 258, {
      of: (row) => columns.keyword[row] ?? null,
      isKey: true,
      short: (row) => `${columns.keyword[row]}${textOf('device', row) === 'mobile' ? ', mobile' : ''}`,
      render: (row) => <Name keywords={keywords} row={row} />,
    }),
    {
      id: 'position',
      title: 'Position',
      hint: `The rank of your best site ${SCALE_WORDS[scale]}`,
      width: 80,
      isOnPhone: true,
      ...toOutcomeCells(keywords),
      render: (row) => <OutcomeMark value={keywords.outcomeOf(row)} />,
    },
    column.rank('place', OTHER_TITLES[other], 80, {
      of: (row) => (statusOf(row) === 'ranked' ? otherPlaceOf(row) : null),
      hint: `The same result's rank ${SCALE_WORDS[other]}`,
      reading: (row) => keywords.outcomeOf(row),
    }),
    column.count('change', 'Change', 76, {
      of: (row) => columns.change[row] ?? null,
      hint: 'Positions gained; only where both are known',
      isOnPhone: true,
      reading: (row) => computedOfCheck(keywords, row, 'the two newest positions'),
      render: (row) => <Move keywords={keywords} row={row} />,
    }),
    column.text('spark', '30 days', 104, {
      of: (row) => Array.from(sparkOf(row), (byte) => toPosition(byte) ?? '').join(' '),
      isSortable: false,
      render: (row) => <Trend bytes={sparkOf(row)} />,
    }),
    column.rank('best', 'Best', 60, {
      of: (row) => columns.best[row] ?? null,
      hint: 'The best position of the days shown',
      reading: (row) => computedOfCheck(keywords, row, 'the positions of the days shown'),
    }),
  ];
}

/** The column beside the position: the place in the other scale. */
const OTHER_TITLES = { organic: 'Channel', page: 'On page' } as const;

/** Where the websites of competitors stand. */
export function toCompetitorColumns({ competitors = [], answer }: Keywords): Column[] {
  return competitors.map((competitor) => ({
    id: toColumnId(competitor),
    title: competitor.domain,
    hint: `The rank of ${competitor.domain} ${SCALE_WORDS[answer.position_scale]}`,
    width: 150,
    ...toOutcomeCells(competitor),
    render: (row) => <OutcomeMark value={competitor.outcomeOf(row)} />,
  }));
}

/** Reading of a number worked out from checks of a row: its age is that of the newest good one. */
export function computedOfCheck({ columns }: Keywords, row: number, computedFrom: string): Reading {
  return { computedFrom, checkedAt: toInstant(columns.checked_at[row]) };
}

interface RowProps {
  readonly keywords: Keywords;
  readonly row: number;
}

function Name({ keywords: { columns, textOf }, row }: RowProps) {
  const device = textOf('device', row);
  return (
    <Line
      before={columns.is_starred[row] && <Icon name="star" size={14} label="Starred" />}
      after={
        <>
          {columns.has_note[row] && <Icon name="note" size={13} label="Has a note" />}
          {columns.is_paused[row] && <Icon name="pause" size={13} label="Paused" />}
          {device === 'mobile' && (
            <Text span size="xs" c="dimmed">
              mobile
            </Text>
          )}
        </>
      }
    >
      {columns.keyword[row]}
    </Line>
  );
}

/** Places gained; in words where one of both is not known. */
function Move({ keywords: { columns, textOf }, row }: RowProps) {
  const movement = textOf('movement', row);
  if (movement === 'new' || movement === 'lost') return <Badge size="sm">{movement}</Badge>;
  return <Change value={columns.change[row]} />;
}

function Trend({ bytes }: { readonly bytes: Uint8Array }) {
  const values = Array.from(bytes, toPosition);
  const known = values.filter((value) => value !== null);
  const count = (byte: number): number => bytes.reduce((sum, one) => sum + (one === byte ? 1 : 0), 0);
  const label = [
    known.length === 0
      ? 'No position in 30 days'
      : `Positions of 30 days: best ${Math.min(...known)}, worst ${Math.max(...known)}, last ${known.at(-1)}`,
    `not found on ${count(NOT_FOUND)} days`,
    `failed on ${count(FAILED)}`,
  ].join(', ');
  return <Spark values={values} label={label} arePositions />;
}
