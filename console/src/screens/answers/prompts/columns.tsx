import type { AnswerPrompt, AnswerRate } from '#client';
import { formatPlural, UNKNOWN } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import type { Surface } from '../data/types.ts';
import { toSurfaceName } from '../data/words.ts';
import { Fraction } from './fraction.tsx';

/** The rate of a prompt on a surface in the weeks that are shown; undefined: it has no sample there. */
export type RateOf = (promptId: string, surface: Surface) => AnswerRate | undefined;

/** A prompt a row, and a column for each surface. @param to the last day that is counted */
export function makePromptColumns(surfaces: readonly Surface[], rateOf: RateOf, to: string): readonly RowColumn<AnswerPrompt>[] {
  return [
    column.text('text', 'Prompt', 320, { isOnPhone: true }),
    ...surfaces.map((surface): RowColumn<AnswerPrompt> => {
      const find = ({ id }: AnswerPrompt): AnswerRate | undefined => {
        const rate = rateOf(id, surface);
        return rate === undefined || rate.n === 0 ? undefined : rate;
      };
      return {
        id: surface,
        title: toSurfaceName(surface),
        hint: `Answers of ${toSurfaceName(surface)} that name an own brand, of those that came`,
        kind: 'number',
        width: 110,
        isOnPhone: true,
        value: (prompt) => find(prompt)?.value ?? null,
        render: (prompt) => {
          const rate = find(prompt);
          return rate === undefined ? UNKNOWN : <Fraction successes={rate.successes} n={rate.n} />;
        },
        reading: (prompt) => {
          const rate = find(prompt);
          return rate && { computedFrom: formatPlural(rate.n, 'answer'), day: to };
        },
      };
    }),
    column.text('topic', 'Topic', 140),
    column.text('tags', 'Tags', 140, { of: ({ tags }) => (tags.length === 0 ? null : tags.join(', ')) }),
    column.instant('added', 'Added (UTC)', 160, { of: 'created_at' }),
    column.instant('ended', 'Ended (UTC)', 160, { of: 'ended_at', isHidden: true }),
  ];
}
