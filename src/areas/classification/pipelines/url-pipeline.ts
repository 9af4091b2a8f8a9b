import { DECIDED, urlJudges } from '../engine/free-judges.ts';
import type { Judgement } from '../engine/judgement.ts';
import type { Pipeline } from '../engine/stage.ts';
import { makeCacheStage, type CacheLimits } from './stages/cache-stage.ts';
import { makeLookStage, makePlaceholderStage, type PageAddress } from './stages/content-stages.ts';
import { makeRenderStage } from './stages/render-stage.ts';
import { makeRulesStage, makeSimilarityStage } from './stages/free-stages.ts';
import { makeLlmStage } from './stages/llm-stage.ts';
import type { UrlItem } from './items.ts';
import type { StageWork } from './work.ts';

const toAddress = ({ url }: UrlItem): PageAddress => ({ kind: 'url', url });

export const urlLlmStage = makeLlmStage<UrlItem>({
  kind: 'url',
  toSubject: ({ url }) => url,
  toQuestion: ({ url }, page) => ({ kind: 'url', url, page }),
  toAddress,
});

interface UrlLimits extends CacheLimits {
  /** By host. */
  readonly domains: ReadonlyMap<string, { readonly verdicts: readonly Judgement[] }>;
}

/** The stages of pages in their order (docs/classification.md, "URLs"). Their hosts have been judged before: `domains` is stage 0. */
export function makeUrlPipeline({ domains, ...limits }: UrlLimits): Pipeline<UrlItem, StageWork> {
  const toSubject = ({ url, host }: UrlItem) => ({ url, domain: domains.get(host)?.verdicts ?? [] });
  const judging = { kind: 'url', judges: urlJudges, toSubject, toText: ({ url }: UrlItem) => url } as const;
  return {
    decides: DECIDED.url,
    stages: [
      makeCacheStage('url', { ...limits, toSubject: ({ url }) => [url] }),
      makeRulesStage(judging),
      makeSimilarityStage(judging),
      makeLookStage({ name: 'content', depth: 'full', toAddress }),
      makeRenderStage('url'),
      makePlaceholderStage('url'),
      urlLlmStage,
    ],
  };
}
