import type { CitedSource } from '#client';
import { formatPlural } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { joinWords } from '#data/sentence.ts';
import { sayRate, toSurfaceName } from '../data/words.ts';
import { IntervalBar } from '../overview/interval-bar.tsx';

const OWNERS = { own: 'own', competitor: 'competitor', other: 'others' } as const;

/** A site or page a row. @param to the last day that is counted */
export function makeSourceColumns(by: 'domain' | 'page', to: string): readonly RowColumn<CitedSource>[] {
  const reading = ({ rate }: CitedSource) => ({ computedFrom: formatPlural(rate.n, 'answer'), day: to });
  return [
    by === 'page'
      ? drawn.link('source', 'Page', 320, { of: ({ source }) => source, isOnPhone: true })
      : column.text('source', 'Site', 260, { isOnPhone: true }),
    column.text('owner', 'Whose', 110, { of: ({ owner }) => OWNERS[owner], isOnPhone: true }),
    column.share('rate', 'Citation rate', 120, {
      of: ({ rate }) => (sayRate(rate).isKnown ? rate.value : null),
      render: ({ rate }) => sayRate(rate).text,
      reading,
      isOnPhone: true,
    }),
    {
      ...column.text<CitedSource>('interval', 'Interval of 95%', 220, { of: ({ rate }) => sayRate(rate).interval }),
      isSortable: false,
      render: ({ rate }) => <Interval rate={rate} />,
    },
    column.count('answers', 'Answers', 100, { of: ({ rate }) => rate.successes, reading }),
    column.count('prompts', 'Prompts', 100, { reading }),
    column.count('beside', 'Beside rivals', 120, {
      of: 'beside_rivals',
      hint: 'Answers that cite it and name a competitor, but leave us out',
      reading,
    }),
    column.text('surfaces', 'Cited by', 200, { of: ({ surfaces }) => joinWords(surfaces.map(toSurfaceName)) }),
  ];
}

function Interval({ rate }: Pick<CitedSource, 'rate'>) {
  const { text, interval, isKnown } = sayRate(rate);
  return (
    <div style={{ display: 'grid', gridTemplateColumns: '60px auto', gap: 8, alignItems: 'center' }}>
      <IntervalBar label={`Citation rate: ${text}, interval ${interval}`} {...rate} value={isKnown ? rate.value : null} />
      <span>{interval}</span>
    </div>
  );
}
