import type { AppContext } from '#context';
import type { Sql } from '#stores/postgres/types.ts';
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
  if (!(await insertAsk(postgres, ask, new Date(clock.realNow())))) return (await findEnd<Answer>(postgres, ask)) ?? { kind: 'lost' };
  return await keepEnd(postgres, ask, await put());
}

/** What a live call says while it is made. */
export interface LiveHooks<Answer> {
  /** It leaves now. */
  mark(): Promise<void>;
  /** Keeps what came before its price is booked, so that no crash in between loses what was paid. */
  keep(answer: Answer): Promise<void>;
}

/**
 * The same for a call that waits for its turn: it is marked when it leaves, so a crash loses only what was under way. The asker asks
 * the question in one place alone.
 */
export async function askLive<Answer, Failure>(
  { postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>,
  ask: Ask,
  put: (hooks: LiveHooks<Answer>) => Promise<AskEnd<Answer, Failure>>,
): Promise<AskEnd<Answer, Failure> | LostAsk> {
  const known = await findEnd<Answer>(postgres, ask);
  if (known !== undefined) return known;
  const end = await put({
    mark: async () => void (await insertAsk(postgres, ask, new Date(clock.realNow()))),
    keep: async (answer) => await keepAnswer(postgres, ask, answer),
  });
  return await keepEnd(postgres, ask, end);
}

/** How a question ended that was marked before; `undefined`: it was not. */
async function findEnd<Answer>(sql: Sql, ask: Ask): Promise<Exclude<AskEnd<Answer>, { kind: 'unpaid' }> | LostAsk | undefined> {
  const known = await findAsk<Answer>(sql, ask);
  if (known === undefined) return undefined;
  if (known.answer !== null) return { kind: 'answered', answer: known.answer };
  return known.problem === null ? { kind: 'lost' } : { kind: 'no_answer', problem: known.problem };
}

async function keepEnd<Answer, Failure>(sql: Sql, ask: Ask, end: AskEnd<Answer, Failure>): Promise<AskEnd<Answer, Failure>> {
  if (end.kind === 'answered') await keepAnswer(sql, ask, end.answer);
  else if (end.kind === 'no_answer') await keepProblem(sql, ask, end.problem);
  else await deleteAsks(sql, ask.asker, [ask.question]);
  return end;
}
