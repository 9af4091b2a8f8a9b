import type { AppContext } from '#context';
import { classifyItems } from './classify-items.ts';
import type { Classified } from './classified.ts';
import type { ClassifyOptions } from './options.ts';
import type { KeywordItem } from './items.ts';
import { DECIDED, keywordJudges } from '../engine/free-judges.ts';
import type { Pipeline } from '../engine/stage.ts';
import { makeCacheStage, type CacheLimits } from './stages/cache-stage.ts';
import { makeRulesStage, makeSimilarityStage } from './stages/free-stages.ts';
import { makeLlmStage } from './stages/llm-stage.ts';
import type { StageWork } from './work.ts';

const judging = {
  kind: 'keyword',
  judges: keywordJudges,
  toSubject: (item: KeywordItem) => item,
  toText: ({ text }: KeywordItem) => text,
} as const;

const kind = { makePipeline: makeKeywordPipeline, toSubject: ({ text }: KeywordItem) => text };

/** What keywords are, in the order of the items. No page is read for them. Nothing is stored. */
export async function classifyKeywords(ctx: AppContext, items: readonly KeywordItem[], options: ClassifyOptions): Promise<Classified[]> {
  return await classifyItems(ctx, kind, { items, options: { ...options, skipFetch: true } });
}

/** The stages of keywords in their order. */
function makeKeywordPipeline(limits: CacheLimits): Pipeline<KeywordItem, StageWork> {
  return {
    decides: DECIDED.keyword,
    stages: [
      makeCacheStage('keyword', { ...limits, toSubject: ({ text, brands }) => [text, brands] }),
      makeRulesStage(judging),
      makeSimilarityStage(judging),
      makeLlmStage<KeywordItem>({ kind: 'keyword', toSubject: ({ text }) => text, toQuestion: ({ text }) => ({ kind: 'keyword', text }) }),
    ],
  };
}
