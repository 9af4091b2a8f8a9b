import * as assets from '#areas/assets/index.ts';
import * as costs from '#areas/costs/index.ts';
import * as domains from '#areas/domains/index.ts';
import * as jobs from '#areas/jobs/index.ts';
import * as keywords from '#areas/keywords/index.ts';
import * as rankings from '#areas/rankings/index.ts';
import { PRUNE_WORKFLOW } from '#workflows/prune.ts';
import { upkeepWorkflows } from './upkeep.ts';
import { TRIGGERS } from './wire/workflow-payloads.ts';

const AREAS = [costs, domains, keywords, assets, rankings, jobs];

/** Every type that a workflow can have: those of all areas, the engine's own, and those that may be asked for and are not built yet. */
export const WORKFLOW_TYPES: readonly string[] = [
  ...new Set([
    ...TRIGGERS.map(({ type }) => type),
    ...AREAS.flatMap(({ workflows }) => workflows.map(({ name }) => name)),
    ...upkeepWorkflows.map(({ name }) => name),
    PRUNE_WORKFLOW,
  ]),
].toSorted();
