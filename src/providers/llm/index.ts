/** Questions to a language model, with answers that fit a schema. What others may know of it. */
import type { z } from 'zod';
import { AppError, OutsideError, type OutsideErrorOptions } from '#kernel/errors.ts';
import type { SpendScope } from '../metering.ts';

export { asData, toPlainText } from './as-data.ts';
export { LLM_CALL_USD } from './services.ts';

/** A question as a value. A change of its words is a new version, because its answers are stored. */
export interface Prompt<Input, Value> {
  /** In the ledger and in logs: `classify-domain`. */
  readonly name: string;
  readonly version: number;
  /** Who the model is, what it decides and how it answers. Nothing of the item stands here. */
  readonly system: string;
  /** The item, every part of it wrapped by `asData`. */
  readonly toUserText: (input: Input) => string;
  /** What the answer must be. Its input side is sent to the model as a JSON schema. */
  readonly answerSchema: z.ZodType<Value>;
  readonly maxOutputTokens: number;
}

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface LlmAnswer<Value> {
  readonly value: Value;
  /** Usage of all calls that the answer took. */
  readonly usage: TokenUsage;
  readonly costUsd: number;
  readonly model: string;
  /** Name and version of the prompt: `classify-domain@2`. */
  readonly promptVersion: string;
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** From sending a call to the last byte of its answer; 60 s unless given. */
  readonly timeoutMs?: number | undefined;
}

export interface Llm {
  /** Whether an address and a model are set. */
  readonly isConfigured: boolean;
  /** Why the newest call failed; `undefined` after one that worked, before the first, and ten minutes after the failure. */
  readonly lastFailure: OutsideError | undefined;
  /**
   * Asks and checks the answer. One that does not fit the schema is asked for once more, with the reason: a
   * call of its own, which is paid and booked. Never tries again after other failures.
   * @throws AppError `AI binding not configured`
   * @throws BudgetExceededError before a call for which a budget has no room
   * @throws UnusableAnswerError when the model refuses, or its second answer does not fit either
   * @throws OutsideError for every other failure
   */
  ask<Input, Value>(scope: SpendScope, prompt: Prompt<Input, Value>, input: Input, options?: AskOptions): Promise<LlmAnswer<Value>>;
  /** What one call is reserved at, in USD. */
  estimateUsd<Input>(prompt: Prompt<Input, unknown>, input: Input): number;
}

/** What a question fails with where no model is set. */
export function llmNotConfigured(): AppError {
  return new AppError('invalid', 'AI binding not configured', {
    message: 'No language model is configured.',
    hint: 'Set LLM_BASE_URL and LLM_MODEL, and LLM_API_KEY where the address asks for a key.',
  });
}

/** The model answered, was paid, and gave nothing that can be used. Asking again would be paid again. */
export class UnusableAnswerError extends OutsideError {
  readonly costUsd: number;
  readonly reason: 'refused' | 'off_schema';

  constructor({ costUsd, reason, ...options }: Omit<OutsideErrorOptions, 'kind'> & Pick<UnusableAnswerError, 'costUsd' | 'reason'>) {
    super({ ...options, kind: reason === 'refused' ? 'request_refused' : 'parse', retryable: false });
    this.name = 'UnusableAnswerError';
    this.costUsd = costUsd;
    this.reason = reason;
  }
}
