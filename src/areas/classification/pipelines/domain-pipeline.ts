import { DECIDED, domainJudges } from '../engine/free-judges.ts';
import type { Pipeline, Stage } from '../engine/stage.ts';
import { makeCacheStage, type CacheLimits } from './stages/cache-stage.ts';
import { makeLookStage, makePlaceholderStage, type PageAddress } from './stages/content-stages.ts';
import { makeRenderStage } from './stages/render-stage.ts';
import { makeRulesStage, makeSimilarityStage } from './stages/free-stages.ts';
import { makeLlmStage } from './stages/llm-stage.ts';
import type { DomainItem } from './items.ts';
import type { StageWork } from './work.ts';
import { listPlatformTypes } from '../records/store/referring-domains.ts';
import { judgeByPlatformTypes } from './stages/platform-hints.ts';

/** Stage 1.5: what the provider said of the links of a domain, from the message or from what is stored. */
const hintsStage: Stage<DomainItem, StageWork> = {
  name: 'category_hints',
  cost: 'free',
  run: async (cases, { ctx: { postgres } }) => {
    const unknown = cases.flatMap(({ item }) => (item.platformTypes === undefined ? [item.host] : []));
    const stored = unknown.length === 0 ? new Map<string, Record<string, number>>() : await listPlatformTypes(postgres, unknown);
    return cases.map(({ item }) => ({ judgements: judgeByPlatformTypes(item.platformTypes ?? stored.get(item.host) ?? {}) }));
  },
};

const judging = {
  kind: 'domain',
  judges: domainJudges,
  toSubject: ({ host }: DomainItem) => ({ host }),
  toText: ({ host }: DomainItem) => host,
} as const;

const toAddress = ({ host }: DomainItem): PageAddress => ({ kind: 'domain', host });

export const domainLlmStage = makeLlmStage<DomainItem>({
  kind: 'domain',
  toSubject: ({ host }) => host,
  toQuestion: ({ host }, page) => ({ kind: 'domain', domain: host, page }),
  toAddress,
});

/** The stages of domains in their order (docs/classification.md, "Domains"). */
export function makeDomainPipeline(limits: CacheLimits): Pipeline<DomainItem, StageWork> {
  return {
    decides: DECIDED.domain,
    stages: [
      makeCacheStage('domain', { ...limits, toSubject: ({ host }) => [host] }),
      makeRulesStage(judging),
      hintsStage,
      makeSimilarityStage(judging),
      makeLookStage({ name: 'low_noise_crawl', depth: 'head', toAddress }),
      makeLookStage({ name: 'full_page', depth: 'full', toAddress }),
      makeRenderStage('domain'),
      makePlaceholderStage('domain'),
      domainLlmStage,
    ],
  };
}
