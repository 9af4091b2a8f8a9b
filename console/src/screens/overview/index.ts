import * as z from 'zod/mini';
import { filterFields } from '../../app/filters.ts';
import { defineScreen } from '../../app/screen.ts';

const { from, to, range, compare, device, location } = filterFields;

export const overviewSearch = z.object({
  from,
  to,
  range,
  compare,
  device,
  location,
  /** Which movers are listed: down and lost together, or up and new. */
  moved: z._default(z.enum(['fell', 'rose']), 'fell'),
  /** What they are measured against. */
  since: z._default(z.enum(['period', 'week', 'check']), 'period'),
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
