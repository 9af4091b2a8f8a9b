import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '#kernel/errors.ts';

export interface QuestionLimits {
  /** Questions that are answered at the same time. */
  readonly slots: number;
  /** Questions of requests that may wait. */
  readonly waitingMax: number;
}

/** A question that waits. What asks the same while it waits takes its answer: none of them has seen more than it will see. */
interface Waiting {
  readonly owner: string | undefined;
  readonly key: string;
  readonly work: () => Promise<unknown>;
  readonly answer: PromiseWithResolvers<unknown>;
}

/** The questions in front of a store: few at once, and in turns by owner, so that one who asks much makes only its own wait. */
export interface QuestionLine {
  /**
   * Answers when a slot is free and its owner is next. Work of the service itself has no owner and is never refused.
   * @param key the same for the same question
   * @throws AppError `unavailable` when too many wait, or when the line is closed
   */
  ask<Result>(question: { readonly owner: string | undefined; readonly key: string }, work: () => Promise<Result>): Promise<Result>;
  /** What needs no slot; `close` waits for it too. */
  pass<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Refuses what waits and what still comes, and resolves when nothing is under way. */
  close(): Promise<void>;
}

const RETRY_AFTER_MS = 5_000;

export function makeQuestionLine({ slots, waitingMax }: QuestionLimits): QuestionLine {
  /** By owner; the first owner gets the next slot. */
  const queues = new Map<string | undefined, Waiting[]>();
  const waiting = new Map<string, Waiting>();
  const empty = Promise.withResolvers<void>();
  let answering = 0;
  let passing = 0;
  let isClosed = false;

  const settle = (): void => {
    if (isClosed && answering + passing === 0) empty.resolve();
  };
  const remove = (one: Waiting): void => {
    const rest = (queues.get(one.owner) ?? []).filter((other) => other !== one);
    queues.delete(one.owner);
    // At the end: other owners come first.
    if (rest.length > 0) queues.set(one.owner, rest);
    waiting.delete(one.key);
  };
  const next = (): void => {
    while (answering < slots) {
      const one = queues.values().next().value?.[0];
      if (one === undefined) return;
      remove(one);
      answering += 1;
      const end = (): void => {
        answering -= 1;
        next();
        settle();
      };
      void one.work().then(one.answer.resolve, one.answer.reject).finally(end);
    }
  };
  const makeRoom = (owner: string | undefined): void => {
    if (owner === undefined || waiting.size < waitingMax) return;
    const owned = [...queues].flatMap(([name, queue]) => (name === undefined ? [] : [{ name, queue }]));
    const longest = owned.toSorted((one, other) => other.queue.length - one.queue.length)[0];
    const last = longest?.queue.at(-1);
    if (longest === undefined || last === undefined || longest.queue.length <= (queues.get(owner)?.length ?? 0) + 1)
      throw refusal(TOO_MANY);
    remove(last);
    last.answer.reject(refusal(TOO_MANY));
  };

  return {
    async ask<Result>({ owner, key }: { readonly owner: string | undefined; readonly key: string }, work: () => Promise<Result>) {
      if (isClosed) throw refusal(CLOSED);
      const same = waiting.get(key);
      if (same !== undefined) return (await same.answer.promise) as Result;
      makeRoom(owner);
      // It is begun at the end of another question, and runs in the scope of its own asker.
      const one: Waiting = { owner, key, work: AsyncLocalStorage.bind(work), answer: Promise.withResolvers<unknown>() };
      waiting.set(key, one);
      queues.set(owner, [...(queues.get(owner) ?? []), one]);
      next();
      return (await one.answer.promise) as Result;
    },
    async pass(work) {
      passing += 1;
      try {
        return await work();
      } finally {
        passing -= 1;
        settle();
      }
    },
    async close() {
      isClosed = true;
      for (const one of waiting.values()) one.answer.reject(refusal(CLOSED));
      waiting.clear();
      queues.clear();
      settle();
      await empty.promise;
    },
  };
}

const TOO_MANY = 'More questions wait for the analytics store than it answers in ten seconds.';
const CLOSED = 'The service stops, and asks the analytics store nothing more.';

function refusal(message: string): AppError {
  return new AppError('unavailable', 'Analytics store busy', { message, hint: 'Try again later.', retryAfterMs: RETRY_AFTER_MS });
}
