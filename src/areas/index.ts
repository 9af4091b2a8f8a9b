/** The areas of the service, in their order: one imports only from those before it (ARCHITECTURE.md). */
import type { Area } from '#area/index.ts';
import { providers, type Provider } from '#providers/index.ts';
import { purchases } from '#purchases/index.ts';
import { audit } from './audit/index.ts';
import { makeCosts, sayRefusals } from './costs/index.ts';
import { makeJobs } from './jobs/index.ts';
import { makeOperations } from './operations/index.ts';
import { findings } from './findings.ts';
import { makeExports } from './exports/index.ts';
import { subjects } from './subjects.ts';
import { entrances, surfaces } from './surfaces.ts';

/** In this order a reader of the API's document needs them. */
const READING = [
  'projects',
  'assets',
  'keywords',
  'overview',
  'search',
  'rankings',
  'alerts',
  'domains',
  'classification',
  'research',
  'apps',
  'visibility',
  'imports',
  'search-console',
  'answers',
  'jobs',
  'costs',
  'operations',
  'channels',
  'people',
  'mail',
  'audit',
  'views',
  'shares',
  'digests',
  'exports',
  'assistants',
];

export const areas = makeAreas(findings, providers);

/**
 * Adds the four areas that work on what the others bring: costs book their services, jobs run their job types, exports take their lists
 * away, operations run their workflows.
 */
function makeAreas(found: readonly Area[], outside: readonly Provider[]): readonly Area[] {
  const brought = [...subjects, ...found];
  const costs = makeCosts([...outside, ...brought].flatMap(({ services = [] }) => services));
  const listed = [audit, costs, ...subjects, makeJobs([audit, costs, ...brought]), ...found, purchases, ...surfaces];
  const all = [...listed, makeExports(listed), ...entrances];
  return [...all, makeOperations(all)].map(withRefusals).map(withReadingOrder);
}

function withReadingOrder(area: Area): Area {
  const at = READING.indexOf(area.name);
  return at === -1 ? area : { ...area, readingOrder: at };
}

/** Estimates of every area say which budget would refuse what they estimate. */
function withRefusals(area: Area): Area {
  return area.endpoints === undefined ? area : { ...area, endpoints: area.endpoints.map(sayRefusals) };
}

/** The areas of the service with more of them, which stand last in the product; or with other providers. */
export function joinWith(more: readonly Area[], outside: readonly Provider[] = providers): readonly Area[] {
  return makeAreas([...findings, ...more], outside);
}
