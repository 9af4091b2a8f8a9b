import { DECIDED, urlJudges } from '../engine/free-judges.ts';
import type { Judgement } from '../engine/judgement.ts';
import type { Pipeline, StageCost } from '../engine/stage.ts';
import { makeCacheStage } from './cache-stage.ts';
import { makeJudgeStage } from './free-stages.ts';
import type { StageWork, UrlItem } from './work.ts';

/** The stages of pages in their order (specification 3.6). Their hosts have been judged before: `domains` is stage 0. */
export function makeUrlPipeline(
  allowed: StageCost,
  domains: ReadonlyMap<string, readonly Judgement[]>,
): Pipeline<UrlItem, StageWork> {
  const toSubject = ({ url, host }: UrlItem) => ({ url, domain: domains.get(host) ?? [] });
  return {
    decides: DECIDED.url,
    stages: [
      makeCacheStage('url', { allowed, toSubject: ({ url }) => [url] }),
      makeJudgeStage('rules', urlJudges, toSubject),
      makeJudgeStage('similarity', urlJudges, toSubject),
    ],
  };
}
