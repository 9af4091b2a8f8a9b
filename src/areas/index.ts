/** Everything that the service offers, joined from the areas. */
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

export { notBuiltEndpoints } from './not-built.ts';

/** In the order in which a reader of the documentation needs them. */
export const allEndpoints: readonly AppEndpoint[] = [projects, assets, keywords, rankings, domains, jobs, costs, operations].flatMap(
  (area) => area.endpoints,
);

/** A sentence on each group of endpoints, for the documentation. */
export const AREA_SUMMARIES: Readonly<Record<string, string>> = {
  projects: 'A project groups the websites, apps, businesses and keywords of one market or client. Begin here.',
  assets: 'What a project owns or competes with: websites, apps and local businesses. A new website is onboarded.',
  keywords: 'The keywords that a project follows: where, in which language, on which device, how often.',
  rankings: 'Positions: the newest ones, their history, checks now, and what each day came to.',
  domains: 'What is known of a domain: who links to it, what it ranks for, how that changes.',
  jobs: 'Work that runs by a schedule or by hand.',
  costs: 'What outside calls cost, by project, run, service and day.',
  operations: 'Running the service: health, keys, configuration, workflows, queues and diagnostics.',
};

export const allWorkflows: readonly AppWorkflow[] = [costs, domains, keywords, assets, rankings, jobs, operations].flatMap(
  (area) => area.workflows,
);

export const allSchedules: readonly Schedule[] = [costs, keywords, rankings, jobs, operations].flatMap((area) => area.schedules);
