import { findProviderCategory } from '#providers/search-data/categories.ts';
import type { WorkflowContext } from '#context';
import { isRetryable } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { CallReport } from '../../sandbox/control/call-log.ts';
import { harvestKeywords } from '../../src/areas/research/harvest/harvest-keywords.ts';
import type { HarvestOrder } from '../../src/areas/research/harvest/harvest-order.ts';
import type { HarvestSummary } from '../../src/areas/research/harvest/harvest-summary.ts';
import type { ConfirmedCategory } from '../../src/areas/research/runs/research-run.ts';
import { makeOrder } from './harvest-order.ts';
import type { TestApp } from './app.ts';

/** A stored keyword, as the table has it. */
export interface HarvestedRow {
  readonly locationCode: number;
  readonly keyword: string;
  readonly originalText: string;
  readonly sources: readonly string[];
  readonly ideaCategoryId: string | null;
  readonly status: string;
  readonly reason: string | null;
  readonly figuresStatus: string | null;
  readonly intentsStatus: string | null;
  readonly searchVolume: number | null;
  readonly cpc: number | null;
  readonly competition: number | null;
  readonly keywordDifficulty: number | null;
  readonly primaryIntent: string | null;
  readonly secondaryIntents: readonly string[];
  readonly intentConfidences: Readonly<Record<string, number>>;
  readonly brandFlag: boolean;
  readonly providerCategoryIds: readonly number[];
  readonly score: number | null;
  readonly scoreParts: Readonly<Record<string, number | null>> | null;
  readonly currentRank: number | null;
  readonly rankingUrl: string | null;
  readonly keywordId: string | null;
}

export interface TrueResearch {
  readonly domain: string;
  readonly business_type: HarvestOrder['enrichment']['businessType'];
  readonly language_code: string;
  readonly topics: readonly string[];
  readonly categories: readonly { readonly id: number; readonly path: readonly number[] }[];
  readonly brand_names: readonly string[];
  readonly app_names: readonly { readonly title: string }[];
  readonly clusters: readonly { readonly subject: string; readonly keywords: readonly string[] }[];
}

export interface HarvestWorld extends TestApp {
  truthOf(domain: string): Promise<TrueResearch>;
  /** A confirmed run on a site, as someone who knows the truth would confirm it. */
  confirm(domain: string, given?: Parameters<typeof makeOrder>[0]): Promise<HarvestOrder>;
  /** Runs the steps as the engine does, tries included. @param changes of the context */
  harvest(
    order: HarvestOrder,
    given?: { readonly workflowId?: string; readonly changes?: Partial<WorkflowContext> },
  ): Promise<HarvestSummary>;
  listRows(order: HarvestOrder): Promise<HarvestedRow[]>;
  /** Calls since the last look, by the end of their path; faults and control calls are no calls. */
  takeCalls(): Promise<Record<string, number>>;
}

const TRIES_MAX = 4;

/** Harvests in the whole service, by the steps alone: who starts them is another test's matter. */
export function makeHarvestWorld(app: TestApp): HarvestWorld {
  const { context } = app.app;
  let seen = 0;
  const truthOf = async (domain: string): Promise<TrueResearch> =>
    (await app.sandbox.get<TrueResearch>(`/_sandbox/truth/research?domain=${domain}`)).body;
  return {
    ...app,
    truthOf,
    confirm: async (domain, given = {}) => {
      const truth = await truthOf(domain);
      const [first] = truth.clusters;
      const order = makeOrder({
        id: newId('run_'),
        host: domain,
        ...given,
        enrichment: {
          businessType: truth.business_type,
          seedKeywords: truth.clusters.slice(0, 5).map(({ subject }) => subject),
          brandNames: truth.brand_names,
          ...given.enrichment,
        },
        confirmation: {
          categories: truth.categories.slice(0, 1).map(({ id }) => toConfirmed(id)),
          businessFocus: first?.subject ?? '',
          appNames: truth.app_names.map(({ title }) => title),
          ...given.confirmation,
        },
      });
      await context.postgres.query(
        `insert into research_runs (id, url, host, status, enrichment, confirmation, created_at, updated_at)
         values ($1, $2, $3, 'harvesting_keywords', $4, $5, now(), now())`,
        [order.id, `https://${domain}/`, domain, JSON.stringify(order.enrichment), JSON.stringify(order.confirmation)],
      );
      return order;
    },
    harvest: async (order, { workflowId = newId('wf_'), changes = {} } = {}) => {
      const scope: Partial<WorkflowContext> = { workflowId, step: tryStep, waitUntil: async (look) => (await look())! };
      const run = { ...order, userId: null, url: '', status: 'harvesting_keywords', errors: [], error: null } as const;
      const now = new Date();
      return await harvestKeywords({ ...context, ...scope, ...changes } as WorkflowContext, { ...run, createdAt: now, updatedAt: now });
    },
    listRows: async ({ id }) => {
      const sql = 'select * from research_keywords where run_id = $1 order by location_code, keyword';
      return (await context.postgres.query<HarvestedRow>(sql, [id])).rows;
    },
    takeCalls: async () => {
      const { entries } = (await app.sandbox.get<CallReport>('/_sandbox/calls')).body;
      const paid = entries.slice(seen).filter(({ method, path }) => method === 'POST' && !path.includes('/_sandbox/'));
      seen = entries.length;
      const names = paid.map(
        ({ path }) =>
          path
            .split('/')
            .filter((part) => part !== 'live')
            .at(-1) ?? path,
      );
      return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
    },
  };
}

function toConfirmed(id: number): ConfirmedCategory {
  const category = findProviderCategory(id);
  return { id, name: category?.name ?? '', path: category?.path ?? '', confidence: 0.9, assignedBy: 'ai' };
}

const tryStep: WorkflowContext['step'] = async (_name, work) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work({ signal: AbortSignal.timeout(60_000), attempt, isLastTry: attempt === TRIES_MAX });
    } catch (error) {
      if (attempt === TRIES_MAX || !isRetryable(error)) throw error;
    }
  }
};
