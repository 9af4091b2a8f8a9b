import type { NotBuilt } from '#area/not-built.ts';

export const notBuilt: readonly NotBuilt[] = [
  {
    what: 'Keyword research',
    spec: '4.5',
    places: ['POST /generate-taxonomy', 'POST /taxonomy/re-categorize'],
  },
  { what: 'The external entity store', spec: '4.13', places: ['POST /webhooks/entity-store'] },
];
