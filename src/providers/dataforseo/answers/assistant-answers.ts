import { OutsideError } from '#kernel/errors.ts';
import type { AssistantAnswers, ModelAnswer } from '#providers/search-data/assistant-answers.ts';
import type { MentionIndex } from '#providers/search-data/mentions.ts';
import type { TaskAnswer } from '../client.ts';
import { mayHaveBeenCharged } from '../errors.ts';
import { buy, requireDone, type PurchaseTools } from '../paid-call.ts';
import { readQueuedAnswer } from './answers.ts';
import { makeMentionIndex } from './mentions.ts';
import { toModelContent } from './model-answers.ts';
import { estimateModelUsd, MODEL_LIVE, toModelPath, toModelTask } from './models.ts';
import { estimateAnswerUsd, isAnswerPriceAssumed } from './operations.ts';

/** Answers of assistants: what the queue brought is read, and models are asked live. */
export function makeAssistantAnswers(tools: PurchaseTools & { readonly now: () => Date }): AssistantAnswers & MentionIndex {
  return {
    ...makeMentionIndex(tools),
    estimateAnswerUsd,
    isAnswerPriceAssumed,
    readAssistantAnswer: (body, surface) => readQueuedAnswer(body, surface, tools.now()),
    askModel: (request, scope, options) =>
      buy<ModelAnswer>(tools, {
        ...options,
        path: toModelPath(request.surface),
        rateClass: MODEL_LIVE,
        scope,
        service: 'provider_model_answers',
        estimateUsd: estimateModelUsd(request.surface),
        toTask: (tag) => toModelTask(request, tag),
        read: (answer) => ({ value: readModelAnswer(answer, tools.now()), success: true, itemsReturned: 1 }),
      }),
    mayHaveBeenCharged: (error) => !isVerdict(error) && mayHaveBeenCharged(error),
  };
}

/** The provider's own word that it did not do the task: what it did not do it does not charge. */
function isVerdict(error: unknown): boolean {
  return error instanceof OutsideError && !['parse', 'http', 'timeout', 'network'].includes(error.kind);
}

function readModelAnswer(answer: TaskAnswer, now: Date): ModelAnswer {
  requireDone(answer);
  return { answer: { ...toModelContent(answer.result?.[0]), readAt: now }, costUsd: answer.costUsd ?? 0 };
}
