import type { AnswerFanOut } from '#client';
import { formatPlural } from '#data/format.ts';
import { joinWords } from '#data/sentence.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { sayRate, toSurfaceName } from '../data/words.ts';
import { TrackSearches } from './track-searches.tsx';

const OUTCOME_WORDS: Readonly<Record<NonNullable<AnswerFanOut['tracked']>['outcome'], string>> = {
  ranked: 'ranked',
  not_found: 'not found',
  failed: 'the check failed',
  pending: 'not checked yet',
};

/** A search a row. @param to the last day that is counted */
export function makeSearchColumns(to: string, mayTrack: boolean): readonly RowColumn<AnswerFanOut>[] {
  const reading = ({ rate: { n } }: AnswerFanOut) => ({ computedFrom: formatPlural(n, 'answer'), day: to });
  return [
    { ...column.text<AnswerFanOut>('query', 'Search', 260, { isOnPhone: true }), render: ({ query }) => <bdi>{query}</bdi> },
    column.count('answers', 'Answers', 100, { of: ({ rate }) => rate.successes, reading, isOnPhone: true }),
    column.rank('position', 'Our position', 120, {
      of: ({ tracked }) => tracked?.position ?? null,
      reading: ({ tracked }) => (tracked?.checked_at ? { day: tracked.checked_at.slice(0, 10) } : undefined),
      isOnPhone: true,
    }),
    column.text('outcome', 'Outcome', 150, { of: ({ tracked }) => (tracked === null ? 'not tracked' : OUTCOME_WORDS[tracked.outcome]) }),
    column.usd('price', 'To track, a month', 140, { of: 'track_monthly_usd', reading: () => ({ day: to }) }),
    ...(mayTrack
      ? [
          {
            ...column.text<AnswerFanOut>('track', 'Track', 100, { of: () => null }),
            isSortable: false,
            render: (row: AnswerFanOut) => <TrackSearches searches={[row]} />,
          },
        ]
      : []),
    column.share('rate', 'Of answers', 110, {
      of: ({ rate }) => (sayRate(rate).isKnown ? rate.value : null),
      render: ({ rate }) => sayRate(rate).text,
      hint: 'Of answers that say what was searched for',
      reading,
    }),
    column.text('interval', 'Interval of 95%', 150, { of: ({ rate }) => sayRate(rate).interval }),
    column.count('prompts', 'Prompts', 100, { reading }),
    column.text('surfaces', 'Searched by', 160, { of: ({ surfaces }) => joinWords(surfaces.map(toSurfaceName)) }),
  ];
}
