/** The areas of the service, in their order: one imports only from those before it (ARCHITECTURE.md). */
import type { Area } from '#area/index.ts';
import { providers } from '#providers/index.ts';
import { apps } from './apps/index.ts';
import { assets } from './assets/index.ts';
import { classification } from './classification/index.ts';
import { makeCosts } from './costs/index.ts';
import { domains } from './domains/index.ts';
import { makeJobs } from './jobs/index.ts';
import { keywords } from './keywords/index.ts';
import { makeOperations } from './operations/index.ts';
import { projects } from './projects/index.ts';
import { rankings } from './rankings/index.ts';
import { research } from './research/index.ts';
import { visibility } from './visibility/index.ts';
import { webhooks } from './webhooks/index.ts';

const product: readonly Area[] = [projects, domains, classification, assets, keywords, rankings, webhooks, apps, visibility, research];
export const areas = makeAreas(product);

/**
 * Adds the three areas that work on what the others bring: costs book their services, jobs run their job types,
 * operations their workflows.
 */
function makeAreas(brought: readonly Area[]): readonly Area[] {
  const costs = makeCosts([...providers, ...brought].flatMap(({ services = [] }) => services));
  const jobs = makeJobs([costs, ...brought]);
  return [costs, ...brought, jobs, makeOperations([costs, ...brought, jobs])];
}

/** The areas of the service with more of them, which stand last in the product. */
export function joinWith(more: readonly Area[]): readonly Area[] {
  return makeAreas([...product, ...more]);
}
