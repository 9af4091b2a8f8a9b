import * as v from 'valibot';
import { defineScreen } from '#app/screen.ts';
import { gridSearch } from '#ui/grid/place.ts';
import { classifySearch, listSearch, reviewSearch } from './search.ts';

/** What pages and domains were judged to be, and what people say of it. */
export const classificationScreens = [
  defineScreen({
    name: 'classification',
    path: '/classification',
    title: 'Classification',
    group: 'classification',
    icon: 'tag',
    right: 'operate',
    parts: ['sites', 'research'],
    search: v.object(gridSearch),
    load: () => import('./classification.tsx'),
  }),
  defineScreen({
    name: 'classify',
    path: '/classification/classify',
    title: 'Classify',
    group: 'classification',
    icon: 'filter',
    right: 'edit',
    parts: ['sites', 'research'],
    search: classifySearch,
    load: () => import('./lists/classify.tsx'),
  }),
  defineScreen({
    name: 'classified-list',
    path: '/classification/classify/$listId',
    title: 'Classified list',
    group: 'classification',
    parent: 'classification',
    parts: ['sites', 'research'],
    search: listSearch,
    load: () => import('./lists/list.tsx'),
  }),
  defineScreen({
    name: 'review',
    path: '/classification/review',
    title: 'Review queue',
    group: 'classification',
    icon: 'eye',
    right: 'operate',
    parts: ['sites', 'research'],
    search: reviewSearch,
    load: () => import('./review.tsx'),
  }),
];
