/** Those that shares have too, in their words. */
const SHARED = ['overview', 'keywords', 'chart', 'heatmap', 'features', 'pages', 'competitors', 'search_console', 'answers'] as const;
/** What readers of a share do not see. */
const OWN = ['alerts', 'not_measured', 'failed_checks', 'spend', 'next_checks', 'annotations'] as const;

export const DIGEST_SECTIONS = [...SHARED, ...OWN] as const;
export type DigestSectionName = (typeof DIGEST_SECTIONS)[number];

/** Of one project: rows of several beside each other would say nothing. */
export const ONE_PROJECT_SECTIONS: readonly DigestSectionName[] = [
  'chart',
  'heatmap',
  'features',
  'pages',
  'competitors',
  'search_console',
  'answers',
];

export const DEFAULT_SECTIONS: readonly DigestSectionName[] = [
  'overview',
  'alerts',
  'keywords',
  'not_measured',
  'failed_checks',
  'next_checks',
  'annotations',
];
