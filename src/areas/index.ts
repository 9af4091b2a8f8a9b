/** The areas of the service, in their order: one imports only from those before it (ARCHITECTURE.md). */
import type { Area } from '#area/index.ts';
import { apps } from './apps/index.ts';
import { assets } from './assets/index.ts';
import { classification } from './classification/index.ts';
import { costs } from './costs/index.ts';
import { domains } from './domains/index.ts';
import { makeJobs } from './jobs/index.ts';
import { keywords } from './keywords/index.ts';
import { makeOperations } from './operations/index.ts';
import { projects } from './projects/index.ts';
import { rankings } from './rankings/index.ts';
import { research } from './research/index.ts';

const product: readonly Area[] = [costs, projects, domains, classification, assets, keywords, rankings, apps, research];
/** Jobs and operations are about what the areas before them bring. */
const jobs = makeJobs(product);

export const areas: readonly Area[] = [...product, jobs, makeOperations([...product, jobs])];
