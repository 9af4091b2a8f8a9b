import type { AnswerRequest, AnswerSurface } from '#providers/search-data/index.ts';
import { defineQuestion } from '#purchases/index.ts';

/** A prompt that is asked, as a row of the queue keeps it. */
export interface AskedPrompt {
  readonly surface: AnswerSurface;
  readonly prompt: string;
  readonly locationCode: number;
  readonly languageCode: string;
}

/** Prompts for assistants through the provider's queue. Their answers stay as they came until they are read. */
export const assistantAnswers = defineQuestion<AskedPrompt, undefined>({
  name: 'assistant-answers',
  parse: (kept) => kept as AskedPrompt,
  toRequest,
  makePayer: async (_sql, { dispatchId }) => ({ toScope: () => ({ source: 'workflow', runId: dispatchId, workflowType: 'answer-ask' }) }),
  makeReader: async ({ searchData }) => ({
    parse: (body, { asked }) => searchData.readAssistantAnswer(body, toRequest(asked)),
    // Every post of a task asks the same: the answer to an earlier one serves as well.
    judge: () => ({ kind: 'read', read: undefined }),
  }),
});

export function toRequest({ surface, prompt, locationCode, languageCode }: AskedPrompt): AnswerRequest {
  return { kind: 'answer', surface, prompt, locationCode, languageCode };
}
