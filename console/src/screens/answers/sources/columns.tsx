import type { CitedSource } from '#client';
import { formatPlural } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { joinWords } from '#data/sentence.ts';
import { sayRate, toClassName, toSurfaceName } from '../data/words.ts';
import { IntervalBar } from '../overview/interval-bar.tsx';

const OWNERS = { own: 'own', competitor: 'competitor', other: 'others' } as const;

/** A site or page a row. @param to the last day that is counted */
export function makeSourceColumns(by: 'domain' | 'page' | 'class', to: string): readonly RowColumn<CitedSource>[] {
  const reading = ({ rate }: CitedSource) => ({ computedFrom: formatPlural(rate.n, 'answer'), day: to });
  return [
    by === 'page'
      ? drawn.link('source', 'Page', 320, { of: ({ source }) => source, isOnPhone: true })
      : by === 'class'
        ? column.text('source', 'Kind of site', 220, { of: ({ source }) => toClassName(source), isOnPhone: true })
        : column.text('source', 'Site', 260, { isOnPhone: true }),
    ...(by === 'class'
      ? [column.count<CitedSource>('sites', 'Sites', 90, { reading, isOnPhone: true })]
      : [
          column.text<CitedSource>('owner', 'Whose', 110, { of: ({ owner }) => owner && OWNERS[owner], isOnPhone: true }),
          column.text<CitedSource>('type', 'Kind of site', 150, { of: 'domain_type' }),
        ]),
    column.share('rate', 'Citation rate', 120, {
      of: ({ rate }) => (sayRate(rate).isKnown ? rate.value : null),
      render: ({ rate }) => sayRate(rate).text,
      reading,
      isOnPhone: true,
    }),
    {
      ...column.text<CitedSource>('interval', 'Interval of 95%', 220, { of: ({ rate }) => sayRate(rate).interval }),
      isSortable: false,
      render: ({ rate }) => <Interval rate={rate} name="Citation rate" />,
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

/** A rate as a bar with its interval in words. */
export function Interval({ rate, name }: Pick<CitedSource, 'rate'> & { readonly name: string }) {
  const { text, interval, isKnown } = sayRate(rate);
  return (
    <div style={{ display: 'grid', gridTemplateColumns: '60px auto', gap: 8, alignItems: 'center' }}>
      <IntervalBar label={`${name}: ${text}, interval ${interval}`} {...rate} value={isKnown ? rate.value : null} />
      <span>{interval}</span>
    </div>
  );
}
