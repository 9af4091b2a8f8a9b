import type { AppContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import type { AnswerStore } from './ask-once.ts';
import { extendAnswers, holdAnswers, listFreshAnswers, releaseAnswers, type Needed, type StoredAnswer } from './store/answers.ts';

/** For so long an answer serves without asking again (docs/keyword-data.md). */
const FRESH_MS = DAY_MS;

/** Answers of one kind. @param size rows that a list has to have */
export function makeAnswerStore(
  { postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>,
  kind: string,
  size = 0,
): AnswerStore<StoredAnswer> {
  const toNeeded = (): Needed => ({ since: new Date(clock.now().getTime() - FRESH_MS), size });
  return {
    list: async (ids) => new Map((await listFreshAnswers(postgres, ids, toNeeded())).map((answer) => [answer.id, answer])),
    hold: async (ids, hold) => await holdAnswers(postgres, ids, { kind, hold, needed: toNeeded() }),
    extend: async (ids, hold) => await extendAnswers(postgres, ids, hold),
    release: async (ids, heldBy) => await releaseAnswers(postgres, ids, heldBy),
  };
}
