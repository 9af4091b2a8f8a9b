import { setImmediate } from 'node:timers/promises';
import { applyExamples, applyTaught } from '../../corrections/learning/apply-learned.ts';
import type { FreeJudge } from '../../engine/free-judges.ts';
import type { Finding, Stage, StageName } from '../../engine/stage.ts';
import type { Kind } from '../../records/classification.ts';
import type { StageWork } from '../work.ts';

/** Other work gets its turn after so long, in milliseconds. */
const TURN_MS = 3;

interface JudgeStage<Item, Subject> {
  readonly kind: Kind;
  readonly judges: readonly FreeJudge<Subject>[];
  readonly toSubject: (item: Item) => Subject;
  /** The item as examples and corrections name it. */
  readonly toText: (item: Item) => string;
}

/** Stage 1: the tables of rules, and what people taught. */
export function makeRulesStage<Item, Subject>(stage: JudgeStage<Item, Subject>): Stage<Item, StageWork> {
  return makeStage('rules', stage, applyTaught);
}

/** Stage 2: the shipped model, and the examples near the item. */
export function makeSimilarityStage<Item, Subject>(stage: JudgeStage<Item, Subject>): Stage<Item, StageWork> {
  return makeStage('similarity', stage, applyExamples);
}

function makeStage<Item, Subject>(
  name: StageName,
  { kind, judges, toSubject, toText }: JudgeStage<Item, Subject>,
  apply: typeof applyExamples,
): Stage<Item, StageWork> {
  const own = judges.filter(({ stage }) => stage === name);
  return {
    name,
    cost: 'free',
    run: async (cases, { ctx }): Promise<Finding[]> => {
      const judged = await inTurns(cases, ({ item }) => {
        const subject = toSubject(item);
        return { item: toText(item), judgements: own.flatMap(({ judge }) => judge(subject)) };
      });
      return (await apply(ctx, kind, judged)).map((judgements) => ({ judgements }));
    },
  };
}

/** Does something for each of many items without holding up others for long. */
export async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  let beganAt = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - beganAt < TURN_MS) continue;
    await setImmediate();
    beganAt = performance.now();
  }
  return results;
}
