import { formatDecimal, UNKNOWN } from '#data/format.ts';
import { formatPoints, formatShare } from '#data/shares.ts';
import { Change } from '#ui/change.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
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
  {
    id: 'share',
    title: 'Share of voice',
    kind: 'number',
    width: 120,
    isOnPhone: true,
    value: ({ shareOfVoice }) => shareOfVoice,
    render: ({ shareOfVoice }) => formatShare(shareOfVoice),
  },
  {
    id: 'change',
    title: 'Change',
    hint: 'Since the first day shown',
    kind: 'number',
    width: 100,
    isOnPhone: true,
    value: ({ change }) => change,
    render: ({ change }) => <Change value={change} format={formatPoints} />,
  },
  {
    id: 'average',
    title: 'Average',
    hint: 'Of keywords that rank; others are left out',
    kind: 'number',
    width: 100,
    isDescendingFirst: false,
    value: ({ averagePosition }) => averagePosition,
    render: ({ averagePosition }) => formatDecimal(averagePosition),
  },
  {
    id: 'ranked',
    title: 'Ranked',
    hint: 'Keywords that rank, of all tracked',
    kind: 'number',
    width: 110,
    value: ({ ranked }) => ranked,
    render: ({ ranked, keywords }) => (ranked === null ? UNKNOWN : `${ranked} of ${keywords}`),
  },
  { id: 'top3', title: 'Top 3', kind: 'number', width: 80, isOnPhone: true, value: ({ top3 }) => top3 },
  { id: 'top10', title: 'Top 10', kind: 'number', width: 80, value: ({ top10 }) => top10 },
  {
    id: 'rose',
    title: 'Rose, 7 days',
    hint: 'Keywords for which the site is up or new since a week ago',
    kind: 'number',
    width: 100,
    value: ({ rose }) => rose,
  },
  {
    id: 'fell',
    title: 'Fell, 7 days',
    hint: 'Keywords for which the site is down or lost since a week ago',
    kind: 'number',
    width: 100,
    value: ({ fell }) => fell,
  },
];

const COLUMNS: readonly RowColumn<Voice>[] = [
  {
    id: 'site',
    title: 'Site',
    kind: 'text',
    width: 240,
    value: ({ name }) => name,
    render: ({ name, isOwn }) => (isOwn ? <strong>{name}</strong> : name),
  },
  ...FIGURES.map((column): RowColumn<Voice> => ({ ...column, reading: ({ reading }) => reading })),
];
