import * as v from 'valibot';
import { filterFields } from '#app/filters.ts';
import { defineScreen } from '#app/screen.ts';

const { from, to, range, compare, device, location } = filterFields;

export const overviewSearch = v.object({
  from,
  to,
  range,
  compare,
  device,
  location,
  /** Which movers are listed: down and lost together, or up and new. */
  moved: v.optional(v.picklist(['fell', 'rose']), 'fell'),
  /** What they are measured against. */
  since: v.optional(v.picklist(['period', 'week', 'check']), 'period'),
});

export const overviewScreens = [
  defineScreen({
    name: 'overview',
    path: '/p/$projectId',
    title: 'Overview',
    group: 'project',
    icon: 'home',
    jump: 'o',
    search: overviewSearch,
    load: () => import('./overview.tsx'),
  }),
];
