import { setImmediate } from 'node:timers/promises';
import type { FreeJudge } from '../engine/free-judges.ts';
import type { Finding, Stage, StageName } from '../engine/stage.ts';
import type { StageWork } from './work.ts';

/** Other work gets its turn after so long, in milliseconds. */
const TURN_MS = 3;

/** A stage of judges that need no store. */
export function makeJudgeStage<Item, Subject>(
  name: StageName,
  judges: readonly FreeJudge<Subject>[],
  toSubject: (item: Item, work: StageWork) => Subject,
): Stage<Item, StageWork> {
  const own = judges.filter(({ stage }) => stage === name);
  return {
    name,
    cost: 'free',
    run: async (cases, work) =>
      await inTurns(cases, ({ item }): Finding => {
        const subject = toSubject(item, work);
        return { judgements: own.flatMap(({ judge }) => judge(subject)) };
      }),
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
