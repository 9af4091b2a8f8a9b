import type { NotBuilt } from '#area/not-built.ts';

export const notBuilt: readonly NotBuilt[] = [
  {
    what: 'Keyword research',
    spec: '4.5',
    places: ['POST /generate-taxonomy', 'POST /taxonomy/re-categorize'],
  },
];
