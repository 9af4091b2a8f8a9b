import type { AnswerRequest, AnswerSurface, SeenSurface } from '#providers/search-data/index.ts';
import { defineQuestion } from '#purchases/index.ts';

/** A prompt that is asked. */
export interface AskedPrompt {
  readonly surface: AnswerSurface;
  readonly prompt: string;
  readonly locationCode: number;
  readonly languageCode: string;
}

/** The same, as a row of the provider's queue keeps it. */
export interface QueuedPrompt extends AskedPrompt {
  readonly surface: SeenSurface;
}

/** Prompts for assistants through the provider's queue. Their answers stay as they came until they are read. */
export const assistantAnswers = defineQuestion<QueuedPrompt, undefined>({
  name: 'assistant-answers',
  parse: (kept) => kept as QueuedPrompt,
  toRequest,
  makePayer: async (_sql, { dispatchId }) => ({ toScope: () => ({ source: 'workflow', runId: dispatchId, workflowType: 'answer-ask' }) }),
  makeReader: async ({ searchData }) => ({
    parse: (body, { asked }) => searchData.readAssistantAnswer(body, asked.surface),
    // Every post of a task asks the same: the answer to an earlier one serves as well.
    judge: () => ({ kind: 'read', read: undefined }),
  }),
});

function toRequest({ surface, prompt, locationCode, languageCode }: QueuedPrompt): AnswerRequest {
  return { kind: 'answer', surface, prompt, locationCode, languageCode };
}
