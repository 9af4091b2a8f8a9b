import * as z from 'zod/mini';
import { defineScreen } from '../../app/screen.ts';
import { STEPS } from './steps.ts';

export const newProjectSearch = z.object({
  step: z._default(z.enum(STEPS), 'site'),
  /** The project that the steps are about, once it is made. */
  project: z.optional(z.string().check(z.maxLength(60))),
  devices: z._default(z.enum(['both', 'desktop', 'mobile']), 'both'),
  interval: z._default(z.enum(['daily', 'weekly', 'monthly']), 'daily'),
  depth: z._default(z.int().check(z.gte(10), z.lte(200)), 100),
  strategy: z._default(z.enum(['full', 'until_found', 'adaptive']), 'full'),
});

export const newProjectScreens = [
  defineScreen({
    name: 'new-project',
    path: '/p/new',
    title: 'New project',
    group: 'none',
    parent: 'projects',
    icon: 'plus',
    scope: 'write',
    search: newProjectSearch,
    load: () => import('./new-project.tsx'),
  }),
];
