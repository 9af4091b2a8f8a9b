import * as v from 'valibot';
import { defineScreen } from '#app/screen.ts';
import { gridSearch } from '#ui/grid/place.ts';
import { costsSearch, projectCostsSearch } from './costs/search.ts';
import { deadLettersSearch } from './dead-letters/search.ts';
import { diagnosticsSearch } from './diagnostics/search.ts';
import { jobsSearch } from './jobs/search.ts';
import { workflowsSearch } from './workflows/search.ts';

const none = v.object({});
const grid = v.object(gridSearch);

/** Screens for those who run the service. */
export const operationsScreens = [
  defineScreen({
    name: 'workflows',
    path: '/ops/workflows',
    title: 'Workflows',
    group: 'operations',
    icon: 'activity',
    jump: 'w',
    right: 'operate',
    realTimes: 'Times of workflows',
    search: workflowsSearch,
    load: () => import('./workflows/workflows.tsx'),
  }),
  defineScreen({
    name: 'workflow',
    path: '/ops/workflows/$type/$workflowId',
    title: 'Workflow',
    group: 'operations',
    parent: 'workflows',
    right: 'operate',
    realTimes: 'Times of workflows',
    search: none,
    load: () => import('./workflows/workflow.tsx'),
  }),
  defineScreen({
    name: 'queues',
    path: '/ops/queues',
    title: 'Queues',
    group: 'operations',
    icon: 'queue',
    right: 'operate',
    realTimes: 'Times of messages',
    search: grid,
    load: () => import('./queues/queues.tsx'),
  }),
  defineScreen({
    name: 'dead-letters',
    path: '/ops/dead-letters',
    title: 'Dead letters',
    group: 'operations',
    icon: 'inbox',
    right: 'operate',
    realTimes: 'Times of dead letters',
    search: deadLettersSearch,
    load: () => import('./dead-letters/dead-letters.tsx'),
  }),
  defineScreen({
    name: 'costs',
    path: '/ops/costs',
    title: 'Costs',
    group: 'operations',
    icon: 'coins',
    right: 'operate',
    search: costsSearch,
    load: () => import('./costs/costs.tsx'),
  }),
  defineScreen({
    name: 'project-costs',
    path: '/p/$projectId/costs',
    title: 'Costs',
    group: 'project',
    icon: 'coins',
    right: 'see_costs',
    parts: ['work'],
    search: projectCostsSearch,
    load: () => import('./costs/project-costs.tsx'),
  }),
  defineScreen({
    name: 'jobs',
    path: '/ops/jobs',
    title: 'Jobs',
    group: 'operations',
    icon: 'calendar',
    right: 'operate',
    search: jobsSearch,
    load: () => import('./jobs/jobs.tsx'),
  }),
  defineScreen({
    name: 'job',
    path: '/ops/jobs/$jobId',
    title: 'Job',
    group: 'operations',
    parent: 'jobs',
    right: 'operate',
    search: none,
    load: () => import('./jobs/job.tsx'),
  }),
  defineScreen({
    name: 'diagnostics',
    path: '/ops/diagnostics',
    title: 'Diagnostics',
    group: 'operations',
    icon: 'info',
    right: 'operate',
    realTimes: 'Times of processes',
    search: diagnosticsSearch,
    load: () => import('./diagnostics/diagnostics.tsx'),
  }),
  defineScreen({
    name: 'sandbox',
    path: '/sandbox',
    title: 'Sandbox',
    group: 'operations',
    icon: 'sandbox',
    right: 'operate',
    isSandboxOnly: true,
    search: grid,
    load: () => import('./sandbox/sandbox.tsx'),
  }),
];
