/** Everything that the service offers, joined from the areas in their order (ARCHITECTURE.md). */
import type { AppEndpoint, AppWorkflow } from '#context';
import type { Schedule } from '#workflows/schedules.ts';
import * as assets from './assets/index.ts';
import * as costs from './costs/index.ts';
import * as domains from './domains/index.ts';
import * as jobs from './jobs/index.ts';
import * as keywords from './keywords/index.ts';
import * as operations from './operations/index.ts';
import * as projects from './projects/index.ts';
import * as rankings from './rankings/index.ts';

export const allEndpoints: readonly AppEndpoint[] = [costs, projects, domains, assets, keywords, rankings, jobs, operations].flatMap(
  (area) => area.endpoints,
);

export const allWorkflows: readonly AppWorkflow[] = [costs, domains, keywords, assets, rankings, jobs, operations].flatMap(
  (area) => area.workflows,
);

export const allSchedules: readonly Schedule[] = [costs, keywords, rankings, jobs, operations].flatMap((area) => area.schedules);
