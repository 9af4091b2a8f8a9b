import { DECIDED, keywordJudges } from '../engine/free-judges.ts';
import type { Pipeline } from '../engine/stage.ts';
import { makeCacheStage, type CacheLimits } from './cache-stage.ts';
import { makeRulesStage, makeSimilarityStage } from './free-stages.ts';
import { makeLlmStage } from './llm-stage.ts';
import type { KeywordItem } from './items.ts';
import type { StageWork } from './work.ts';

const judging = {
  kind: 'keyword',
  judges: keywordJudges,
  toSubject: (item: KeywordItem) => item,
  toText: ({ text }: KeywordItem) => text,
} as const;

/** The stages of keywords in their order. */
export function makeKeywordPipeline(limits: CacheLimits): Pipeline<KeywordItem, StageWork> {
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
