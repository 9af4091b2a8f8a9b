import type { AppContext } from '#context';
import { deleteAsks, findAsk, insertAsk, keepAnswer, keepProblem, type Ask } from './store.ts';

/** How a question to a language model ended. */
export type AskEnd<Answer, Failure = never> =
  /** The answer can be stored as JSON. */
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** No answer will come, and why; it may have been paid for. */
  | { readonly kind: 'no_answer'; readonly problem: string }
  /** Nothing was paid, so the next one that asks asks again. */
  | { readonly kind: 'unpaid'; readonly failure: Failure };

/** A crash came between question and answer: it may have been paid for, so it is not asked again. */
export interface LostAsk {
  readonly kind: 'lost';
}

/**
 * Asks a question of a language model once for its asker, also when a crash repeats the step that asks: the question is marked before it
 * is asked, and its answer is kept as soon as it is there. Answers of a model are not shared: two that ask the same get two.
 * @returns how it ended, now or when it was asked before
 * @throws what `put` throws; the question stays marked, because an answer may be on its way
 */
export async function askOnce<Answer, Failure>(
  { postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>,
  ask: Ask,
  put: () => Promise<AskEnd<Answer, Failure>>,
): Promise<AskEnd<Answer, Failure> | LostAsk> {
  if (!(await insertAsk(postgres, ask, new Date(clock.realNow())))) {
    const { answer = null, problem = null } = (await findAsk<Answer>(postgres, ask)) ?? {};
    if (answer !== null) return { kind: 'answered', answer };
    return problem === null ? { kind: 'lost' } : { kind: 'no_answer', problem };
  }
  const end = await put();
  if (end.kind === 'answered') await keepAnswer(postgres, ask, end.answer);
  else if (end.kind === 'no_answer') await keepProblem(postgres, ask, end.problem);
  else await deleteAsks(postgres, ask.asker, [ask.question]);
  return end;
}
