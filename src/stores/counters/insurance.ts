import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import { within } from '#kernel/within.ts';

/** Longer than any answer of a store that is well, a busy pool included. */
const ANSWER_MS_MAX = 3_000;
/** A store that did not answer is left alone for so long. */
const REST_MS = 5_000;

export interface Insurance<Given extends readonly unknown[], Answer> {
  /** What does not answer, and what that means, for the log. */
  readonly what: string;
  /** What a process answers itself meanwhile. */
  alone(...given: Given): Answer;
  /** Gets an answer that came too late to be used. */
  readonly discard?: ((answer: Answer) => void) | undefined;
  readonly logger: Logger;
  readonly answerMsMax?: number | undefined;
}

/** Never rejects and never takes long: while the store is away each process goes on alone, and the log says so once. */
export function insure<Given extends readonly unknown[], Answer>(
  ask: (...given: Given) => Promise<Answer>,
  { what, alone, discard, logger, answerMsMax = ANSWER_MS_MAX }: Insurance<Given, Answer>,
): (...given: Given) => Promise<Answer> {
  let isAway = false;
  let asksAgainAt = 0;
  return async (...given) => {
    if (performance.now() < asksAgainAt) return alone(...given);
    const asked = ask(...given);
    try {
      const answer = await within(answerMsMax, asked);
      if (isAway) logger.info(`${what} answer again`);
      isAway = false;
      return answer;
    } catch (error) {
      if (!isAway) logger.warn({ error: messageOf(error) }, `${what} do not answer: each process keeps its limits alone`);
      // An answer may still come; a question that failed has none.
      if (discard) asked.then(discard, () => undefined);
      isAway = true;
      asksAgainAt = performance.now() + REST_MS;
      return alone(...given);
    }
  };
}
