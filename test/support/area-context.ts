import { makeJobTypes } from '#area/job-type.ts';
import { readConfig } from '#config';
import type { RequestContext } from '#context';
import type { Caller } from '#http/caller.ts';
import { listRights } from '#http/rights.ts';
import { makeClock } from '#kernel/clock.ts';
import { searchProvider } from '#providers/index.ts';
import type { SearchData } from '#providers/search-data/index.ts';
import type { Workflows } from '#workflows/types.ts';
import type { TestStores } from './index.ts';

/** A start that a verb has asked for. */
export interface StartedWorkflow {
  readonly workflow: string;
  readonly input: unknown;
  readonly id: string;
}

/** The part of a request's context that verbs without outside calls use. */
export type AreaContext = Pick<
  RequestContext,
  'postgres' | 'clock' | 'caller' | 'workflows' | 'config' | 'searchData' | 'forgetKey' | 'jobTypes'
> & {
  readonly started: StartedWorkflow[];
  /** Starts of `keyword-labels`, which spends nothing, stand apart. */
  readonly labelled: StartedWorkflow[];
};

/** What outside calls cost in these tests; none is made. */
const searchData: Pick<
  SearchData,
  | 'provider'
  | 'isConfigured'
  | 'estimateSerpUsd'
  | 'estimateQueuedSerpUsd'
  | 'estimateLinkCallUsd'
  | 'estimateAppDataUsd'
  | 'hasRankedKeywords'
> = {
  provider: searchProvider.identity,
  isConfigured: true,
  estimateSerpUsd: ({ depth }) => depth / 10_000,
  estimateQueuedSerpUsd: ({ depth }) => depth / 10_000,
  estimateLinkCallUsd: (_call, rows) => 0.01 + rows / 10_000,
  estimateAppDataUsd: ({ kind }) => (kind === 'app_info' ? 0.0006 : 0.0012),
  hasRankedKeywords: () => true,
};

export const ADMIN: Caller = {
  kind: 'key',
  id: 'key_admin',
  scopes: new Set(['read', 'write', 'admin']),
  rights: listRights(['admin']),
  tier: 'enterprise',
  organizationId: undefined,
  projectIds: undefined,
};

/** A context on real stores that writes down which workflows are started instead of running them. */
export function makeAreaContext(stores: Pick<TestStores, 'postgres'>, caller: Partial<Caller> = {}): AreaContext {
  const started: StartedWorkflow[] = [];
  const labelled: StartedWorkflow[] = [];
  const record = (workflow: string, input: unknown, id: string | undefined): Promise<string> => {
    const workflowId = id ?? `wf_${started.length}`;
    (workflow === 'keyword-labels' ? labelled : started).push({ workflow, input, id: workflowId });
    return Promise.resolve(workflowId);
  };
  const workflows: Partial<Workflows> = {
    find: () => Promise.resolve(undefined),
    // What was written down here waits for ever.
    findStatuses: (_sql, ids) =>
      Promise.resolve(new Map(ids.filter((id) => started.some((one) => one.id === id)).map((id) => [id, 'queued' as const]))),
    listOpenIds: (_sql, workflow) => Promise.resolve(started.filter((one) => one.workflow === workflow).map(({ id }) => id)),
    hasWorker: () => Promise.resolve(true),
    enqueue: (_tx, workflow, input, options) => record(workflow, input, options?.id),
    enqueueAll: (_tx, workflow, items) => Promise.all(items.map(({ input, id }) => record(workflow, input, id))),
    sendAll: (_tx, { kind }, messages) => Promise.all(messages.map(({ payload, id }) => record(kind, payload, id))),
    isConsumed: () => false,
    start: (workflow, input, options) => record(workflow, input, options?.id),
  };
  return {
    postgres: stores.postgres,
    config: readConfig({ KEYWORD_ENRICHMENT: 'off', ALERT_PRESETS: 'off' }),
    clock: makeClock(),
    caller: { ...ADMIN, ...caller },
    workflows: workflows as Workflows,
    searchData: searchData as SearchData,
    forgetKey: () => undefined,
    jobTypes: makeJobTypes([]),
    started,
    labelled,
  };
}
