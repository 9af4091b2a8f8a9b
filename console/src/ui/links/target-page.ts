import type { RowColumn } from '../grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';

/** An own page, and what it is to its owner. */
interface JudgedPage {
  readonly target_page_type: string | null;
  readonly is_money_page: boolean | null;
  readonly target_page_evidence: readonly string[] | null;
}

/** What an own page is, whether it earns, and why that is thought. */
export function toTargetColumns<Page extends JudgedPage>(): RowColumn<Page>[] {
  return [
    column.text('kind', 'Kind of page', 150, {
      of: ({ target_page_type: type }) => type?.replaceAll('_', ' ') ?? null,
      hint: 'By rules: its URL, title, and content',
    }),
    column.text('money', 'Earns', 90, {
      of: ({ is_money_page: isMoney }) => (isMoney === null ? null : isMoney ? 'yes' : 'no'),
      hint: 'Home, pricing, product, demo, trial, signup, landing, and enterprise pages',
    }),
    column.text('why', 'Because', 200, { of: ({ target_page_evidence: evidence }) => evidence?.join('; ') ?? null, isHidden: true }),
  ];
}
