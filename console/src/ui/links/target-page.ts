import type { RowColumn } from '../grid/columns/column.ts';

/** An own page, and what it is to its owner. */
interface JudgedPage {
  readonly target_page_type: string | null;
  readonly is_money_page: boolean | null;
  readonly target_page_evidence: readonly string[] | null;
}

/** Of pages that earn, of others, or of all. */
export const MONEY_CHOICES = [
  { value: 'all', label: 'All pages' },
  { value: 'yes', label: 'Money pages' },
  { value: 'no', label: 'Others' },
];

/** What an own page is, whether it earns, and why that is thought. */
export function toTargetColumns<Page extends JudgedPage>(): RowColumn<Page>[] {
  return [
    {
      id: 'kind',
      title: 'Kind of page',
      hint: 'By rules: its URL, title, and content',
      kind: 'text',
      width: 150,
      value: ({ target_page_type: type }) => type?.replaceAll('_', ' ') ?? null,
    },
    {
      id: 'money',
      title: 'Earns',
      hint: 'Home, pricing, product, demo, trial, signup, landing, and enterprise pages',
      kind: 'text',
      width: 90,
      value: ({ is_money_page: isMoney }) => (isMoney === null ? null : isMoney ? 'yes' : 'no'),
    },
    {
      id: 'why',
      title: 'Because',
      kind: 'text',
      width: 200,
      isHidden: true,
      value: ({ target_page_evidence: evidence }) => evidence?.join('; ') ?? null,
    },
  ];
}
