import type { TestContext } from 'node:test';
import { z } from 'zod';
import { makeSpending, sweepLostSpends, updateBudgets } from '#areas/costs/index.ts';
import { makeClock } from '#kernel/clock.ts';
import { makeLogger } from '#kernel/logger.ts';
import { makeEmbeddings } from '#providers/embeddings/remote-embeddings.ts';
import type { Embeddings } from '#providers/embeddings/index.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { makeLlm } from '#providers/llm/ask-model.ts';
import { asData, type Llm, type Prompt } from '#providers/llm/index.ts';
import { openTestStores } from './index.ts';
import { startSandboxClient, type SandboxClient } from './sandbox-client.ts';

export const SCOPE = { source: 'workflow', runId: 'wf_1', workflowType: 'domain-classify' } as const;

const TIER1 = ['platform', 'marketplace', 'commerce', 'service', 'information', 'community', 'institutional', 'unknown'] as const;
const answerSchema = z.object({ tier1_type: z.enum(TIER1), confidence: z.number().min(0).max(100) });

/** A small question whose true answer the sandbox knows. */
export const TIER1_PROMPT: Prompt<string, z.infer<typeof answerSchema>> = {
  name: 'test-tier1',
  version: 3,
  system: 'You classify websites.',
  toUserText: (domain) => asData('domain', domain, 253),
  answerSchema,
  maxOutputTokens: 100,
};

export interface ModelCallEntry {
  readonly path: string;
  readonly host: string;
  readonly body: string;
  readonly status: number | null;
  readonly model_usd: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface LedgerLine {
  readonly endpoint: string;
  readonly service: string;
  readonly costUsd: number;
  readonly success: number;
}

export interface LlmBench {
  readonly llm: Llm;
  readonly embeddings: Embeddings;
  readonly sandbox: SandboxClient;
  /** A fault of the models for the next `count` calls. */
  setFault(kind: string, more?: { readonly count?: number; readonly delay_ms?: number }): Promise<void>;
  setBudgets(changes: Parameters<typeof updateBudgets>[1]): Promise<void>;
  /** What the sandbox was asked since the last call of this, and what it charged. */
  takeCalls(): Promise<{ readonly entries: readonly ModelCallEntry[]; readonly model_usd: number; readonly cost_usd: number }>;
  readLedger(): Promise<LedgerLine[]>;
  /** Of the budget of language models: what is set aside, and what is spent. */
  readBudget(): Promise<{ readonly reserved: number; readonly spent: number }>;
  sweep(): Promise<void>;
}

/** The ports of models and our ledger against the sandbox. @param path of the vendor's format */
export async function openLlmBench(t: TestContext, { path = '/v1', model = 'sandbox-model' } = {}): Promise<LlmBench> {
  const stores = await openTestStores(t);
  const { postgres } = stores;
  const sandbox = await startSandboxClient();
  stores.onClose(() => sandbox.sandbox.close());
  const { url } = sandbox.sandbox;
  const logger = makeLogger('silent');
  const clock = makeClock();
  const http = makeHttpClient({ logger, allowedPrivateOrigins: [url] });
  stores.onClose(() => http.close());
  const spending = makeSpending({ postgres, clock, logger });
  const key = { baseUrl: url + path, apiKey: 'secret-key-of-the-test' };
  const noPrice = { inputUsdPerMtok: undefined, outputUsdPerMtok: undefined };
  const noRecords = { hasRecordsOf: () => false, fetchTaskRecords: () => Promise.resolve({ records: [], isComplete: true }) };
  return {
    llm: makeLlm({ http, spending, logger, config: { ...key, ...noPrice, model } }),
    embeddings: makeEmbeddings({ http, spending, config: { ...key, model: 'sandbox-embedder' } }),
    sandbox,
    setFault: async (kind, more = { count: 1 }) => {
      await sandbox.control('/_sandbox/faults', { match: 'models.sandbox', kind, ...more });
    },
    setBudgets: async (changes) => {
      await updateBudgets({ postgres }, changes);
    },
    takeCalls: async () => {
      const { body } = await sandbox.control<Awaited<ReturnType<LlmBench['takeCalls']>>>('/_sandbox/calls');
      await sandbox.control('/_sandbox/reset', {});
      return body;
    },
    readLedger: async () => {
      const { rows } = await postgres.query<LedgerLine>(
        'select endpoint, service, cost_usd, success from api_costs order by created_at, id',
      );
      return rows;
    },
    readBudget: async () => {
      const { rows } = await postgres.query<{ reserved: number; spent: number }>(
        `select coalesce(sum(reserved_usd), 0) as reserved, coalesce(sum(spent_usd), 0) as spent
         from budget_windows where budget = 'llm_daily_usd'`,
      );
      return rows[0] ?? { reserved: 0, spent: 0 };
    },
    sweep: async () => {
      await sweepLostSpends({ postgres, clock, logger, searchData: noRecords }, { unknownAfterMs: 0 });
    },
  };
}
