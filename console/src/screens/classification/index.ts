import * as z from 'zod/mini';
import { defineScreen } from '../../app/screen.ts';
import { gridSearch } from '../../ui/grid/place.ts';
import { ITEM_STATUSES, KINDS } from './lists/words.ts';

/** What can be said of a page. */
export const DIMENSIONS = ['page_type', 'quality_tier', 'domain_type', 'spam_tier', 'structural_type'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export const REVIEW_TABS = ['pages', 'patterns'] as const;

export const reviewSearch = z.object({
  ...gridSearch,
  tab: z._default(z.enum(REVIEW_TABS), 'pages'),
  dimension: z._default(z.enum(DIMENSIONS), 'page_type'),
  /** Only pages with this label. */
  value: z.optional(z.string().check(z.maxLength(100))),
  /** How many of the least sure pages are passed over. */
  offset: z.optional(z.number().check(z.gte(0), z.lte(10_000_000))),
});

const offset = z.optional(z.number().check(z.gte(0), z.lte(1_000_000)));

export const classifySearch = z.object({ ...gridSearch, offset });

export const listSearch = z.object({
  ...gridSearch,
  offset,
  kind: z.optional(z.enum(KINDS)),
  status: z.optional(z.enum(ITEM_STATUSES)),
  label: z.optional(z.string().check(z.maxLength(100))),
  text: z.optional(z.string().check(z.maxLength(200))),
});

/** What pages and domains were judged to be, and what people say of it. */
export const classificationScreens = [
  defineScreen({
    name: 'classification',
    path: '/classification',
    title: 'Classification',
    group: 'classification',
    icon: 'tag',
    scope: 'admin',
    search: z.object(gridSearch),
    load: () => import('./classification.tsx'),
  }),
  defineScreen({
    name: 'classify',
    path: '/classification/classify',
    title: 'Classify',
    group: 'classification',
    icon: 'filter',
    scope: 'write',
    search: classifySearch,
    load: () => import('./lists/classify.tsx'),
  }),
  defineScreen({
    name: 'classified-list',
    path: '/classification/classify/$listId',
    title: 'Classified list',
    group: 'classification',
    parent: 'classification',
    search: listSearch,
    load: () => import('./lists/list.tsx'),
  }),
  defineScreen({
    name: 'review',
    path: '/classification/review',
    title: 'Review queue',
    group: 'classification',
    icon: 'eye',
    scope: 'admin',
    search: reviewSearch,
    load: () => import('./review.tsx'),
  }),
];
