import { OutsideError } from '#kernel/errors.ts';
import { findScope, type StepTry } from '#kernel/work-scope.ts';
import type { HttpResponse } from '../http-client.ts';
import type { ProviderTask } from './client.ts';

/**
 * Answers that were paid for and may not be in a store yet. A step that fails after it has bought, most
 * often because a store is away, finds them at its next try and does not pay twice. They are in the
 * memory of this process: after a kill, or in another process that takes the next try, they are bought
 * again.
 */
export interface Bought {
  /** Takes out what an earlier try of the same step was answered. */
  take(question: string): HttpResponse | undefined;
  /** Keeps an answer for the next try of the step. Nothing is kept outside of a step. */
  keep(question: string, response: HttpResponse): void;
}

interface Kept {
  readonly question: string;
  readonly response: HttpResponse;
  readonly by: StepTry;
  readonly bytes: number;
}

/** A step asks for the pages of one request at once, each at most twice. */
const ANSWERS_PER_STEP_MAX = 200;
/** Some hundred result pages: more than all steps together have under way when a store goes away. */
const BYTES_MAX = 64 * 1024 * 1024;

export function makeBought(bytesMax = BYTES_MAX): Bought {
  /** By step; the one that bought last stands last. */
  const steps = new Map<string, readonly Kept[]>();
  let bytes = 0;

  const replace = (step: string, answers: readonly Kept[]): void => {
    bytes += sumBytes(answers) - sumBytes(steps.get(step) ?? []);
    steps.delete(step);
    if (answers.length > 0) steps.set(step, answers);
  };
  const forgetAtEnd = async ({ step, ended }: StepTry): Promise<void> => {
    const { isLast, error } = await ended;
    // An answer that turned out to be of no use is better asked for again.
    if (isLast || (error instanceof OutsideError && error.kind === 'parse')) replace(step, []);
  };

  return {
    take(question) {
      const by = findScope()?.stepTry;
      if (by === undefined) return undefined;
      const kept = steps.get(by.step) ?? [];
      const found = kept.find((one) => one.question === question && one.by !== by);
      if (found !== undefined)
        replace(
          by.step,
          kept.filter((one) => one !== found),
        );
      return found?.response;
    },
    keep(question, response) {
      const by = findScope()?.stepTry;
      if (by === undefined) return;
      const kept = steps.get(by.step) ?? [];
      const answer = { question, response, by, bytes: response.body.length + response.received.length };
      replace(by.step, [...kept, answer].slice(-ANSWERS_PER_STEP_MAX));
      void forgetAtEnd(by);
      for (const step of steps.keys()) if (bytes > bytesMax) replace(step, []);
    },
  };
}

/** @param task without what differs from try to try, such as its tag */
export function toQuestion(path: string, task: ProviderTask): string {
  return `${path} ${JSON.stringify(task)}`;
}

function sumBytes(answers: readonly Kept[]): number {
  return answers.reduce((sum, { bytes }) => sum + bytes, 0);
}
