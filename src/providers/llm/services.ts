import type { Config } from '#config';
import type { ServicePrice } from '../services.ts';
import { ACCOUNT } from '../limits/call-limiter.ts';

/** In errors, in log lines and in call limits. */
export const SERVICE = 'llm';
export const EMBEDDINGS_SERVICE = 'embeddings';
/** The name in the ledger (docs/costs.md) of calls of models, of any vendor. */
export const LEDGER_SERVICE = 'edge_workers_ai';
/** What a call costs before its words are known. */
export const LLM_CALL_USD = 0.02;

const SERVICES: readonly ServicePrice[] = [{ service: LEDGER_SERVICE, priceUsd: LLM_CALL_USD, unit: 'request', budget: 'llm_daily_usd' }];

export const models = {
  services: SERVICES,
  toCallLimits: ({ llm }: Pick<Config, 'llm'>) => [
    { service: SERVICE, class: ACCOUNT, concurrency: llm.concurrency, perMinute: llm.perMinute },
    { service: EMBEDDINGS_SERVICE, class: ACCOUNT, concurrency: llm.concurrency, perMinute: llm.perMinute },
  ],
};
