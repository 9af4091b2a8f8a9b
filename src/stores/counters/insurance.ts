import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import { within } from '#kernel/within.ts';

/** Longer than any answer of a store that is well, a busy pool included. */
const ANSWER_MS_MAX = 3_000;
/** A store that did not answer is left alone for so long. */
const REST_MS = 5_000;
const ALONE = 'each process keeps its limits alone';

export interface Insurance<Given extends readonly unknown[], Answer> {
  /** What does not answer, and what that means, for the log. */
  readonly what: string;
  /** What is answered meanwhile; by the process itself, or by another store. */
  alone(...given: Given): Answer | Promise<Answer>;
  /** What that means, for the log. */
  readonly meanwhile?: string;
  /** Gets an answer that came too late to be used. */
  readonly discard?: ((answer: Answer) => void) | undefined;
  readonly logger: Logger;
  readonly answerMsMax?: number | undefined;
}

/** Never takes long: while the store is away the answer is had elsewhere, and the log says so once. Rejects only if that does. */
export function insure<Given extends readonly unknown[], Answer>(
  ask: (...given: Given) => Promise<Answer>,
  { what, alone, discard, logger, answerMsMax = ANSWER_MS_MAX, meanwhile = ALONE }: Insurance<Given, Answer>,
): (...given: Given) => Promise<Answer> {
  let isAway = false;
  let asksAgainAt = 0;
  return async (...given) => {
    if (performance.now() < asksAgainAt) return await alone(...given);
    const asked = ask(...given);
    try {
      const answer = await within(answerMsMax, asked);
      if (isAway) logger.info(`${what} answer again`);
      isAway = false;
      return answer;
    } catch (error) {
      if (!isAway) logger.warn({ error: messageOf(error) }, `${what} do not answer: ${meanwhile}`);
      // An answer may still come; a question that failed has none.
      if (discard) asked.then(discard, () => undefined);
      isAway = true;
      asksAgainAt = performance.now() + REST_MS;
      return await alone(...given);
    }
  };
}
