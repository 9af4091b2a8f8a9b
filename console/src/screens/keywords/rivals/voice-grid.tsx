import { UNKNOWN } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import type { Voice } from './voices.ts';

/** The sites side by side, by the newest day. */
export function VoiceGrid({ voices }: { readonly voices: readonly Voice[] }) {
  return (
    <RowsGrid label="Sites" rows={voices} columns={COLUMNS} rowKey={({ domain }) => domain} place={useGridPlace()} fileName="competitors" />
  );
}

const FIGURES: readonly RowColumn<Voice>[] = [
  column.share('share', 'Share of voice', 120, { of: 'shareOfVoice', isOnPhone: true }),
  drawn.points('change', 'Change', 100, { hint: 'Since the first day shown', isOnPhone: true }),
  column.average('average', 'Average', 100, {
    of: 'averagePosition',
    hint: 'Of keywords that rank; others are left out',
  }),
  column.count('ranked', 'Ranked', 110, {
    hint: 'Keywords that rank, of all tracked',
    render: ({ ranked, keywords }) => (ranked === null ? UNKNOWN : `${ranked} of ${keywords}`),
  }),
  column.count('top3', 'Top 3', 80, { isOnPhone: true }),
  column.count('top10', 'Top 10', 80),
  column.count('rose', 'Rose, 7 days', 100, { hint: 'Keywords for which the site is up or new since a week ago' }),
  column.count('fell', 'Fell, 7 days', 100, { hint: 'Keywords for which the site is down or lost since a week ago' }),
];

const COLUMNS: readonly RowColumn<Voice>[] = [
  column.text('site', 'Site', 240, { of: 'name', render: ({ name, isOwn }) => (isOwn ? <strong>{name}</strong> : name) }),
  ...FIGURES.map((one): RowColumn<Voice> => ({ ...one, reading: ({ reading }) => reading })),
];
