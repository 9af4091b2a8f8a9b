import { DECIDED, keywordJudges } from '../engine/free-judges.ts';
import type { Pipeline, StageCost } from '../engine/stage.ts';
import { makeCacheStage } from './cache-stage.ts';
import { makeJudgeStage } from './free-stages.ts';
import type { KeywordItem, StageWork } from './work.ts';

const toSubject = (item: KeywordItem): KeywordItem => item;

/** The stages of keywords in their order. @param allowed the costliest stages that run */
export function makeKeywordPipeline(allowed: StageCost): Pipeline<KeywordItem, StageWork> {
  return {
    decides: DECIDED.keyword,
    stages: [
      makeCacheStage('keyword', { allowed, toSubject: ({ text, brands }) => [text, brands] }),
      makeJudgeStage('rules', keywordJudges, toSubject),
      makeJudgeStage('similarity', keywordJudges, toSubject),
    ],
  };
}
