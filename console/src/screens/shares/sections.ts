import type { SectionName } from './order.ts';

/** The sections of a shared page, in their order. */
export const SECTIONS: readonly { readonly value: SectionName; readonly label: string }[] = [
  { value: 'overview', label: 'Overview' },
  { value: 'keywords', label: 'Keywords' },
  { value: 'chart', label: 'Positions' },
  { value: 'heatmap', label: 'Heat map' },
  { value: 'features', label: 'Result features' },
  { value: 'pages', label: 'Pages' },
  { value: 'competitors', label: 'Competitors' },
  { value: 'search_console', label: 'Counted by Google' },
  { value: 'answers', label: 'Answers of assistants' },
];
