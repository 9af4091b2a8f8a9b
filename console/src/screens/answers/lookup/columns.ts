import type { AnswerBrand, IndexPage, IndexRow } from '#client';
import { joinWords } from '#data/sentence.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';

const OWNERS = { own: 'own', competitor: 'competitor', other: 'others' } as const;

/** A question of the provider's list a row. @param day when the list came */
export function makeRowColumns(brands: readonly AnswerBrand[], day: string): readonly RowColumn<IndexRow>[] {
  const namesOf = (ids: readonly string[]): string | null =>
    ids.length === 0 ? null : joinWords(ids.map((id) => brands.find((brand) => brand.id === id)?.name ?? id));
  return [
    column.text('question', 'Question', 280, { isOnPhone: true }),
    column.count('volume', 'Asked a month', 120, { of: 'ai_search_volume', reading: () => ({ day }), isOnPhone: true }),
    column.text('named', 'Names', 180, { of: ({ named }) => namesOf(named), hint: 'Brands of the project in the answer', isOnPhone: true }),
    column.text('cited', 'Cites sites of', 180, { of: ({ cited }) => namesOf(cited) }),
    column.count('sources', 'Sources', 90, { of: ({ sources }) => sources.length, reading: () => ({ day }) }),
    column.text('text', 'Answer', 320),
    column.text('model', 'Model', 140),
    column.instant('seen', 'Last seen (UTC)', 160, { of: 'last_seen_at' }),
  ];
}

/** A cited page a row. */
export function makePageColumns(day: string): readonly RowColumn<IndexPage>[] {
  return [
    drawn.link('url', 'Page', 360, { isOnPhone: true }),
    column.text('owner', 'Whose', 110, { of: ({ owner }) => OWNERS[owner], isOnPhone: true }),
    column.count('answers', 'Answers', 100, { reading: () => ({ day }), isOnPhone: true }),
  ];
}
