import type { ModelMessage } from 'ai';
import { z } from 'zod';
import { MINUTE_MS } from '#kernel/durations.ts';
import { OutsideError } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { SpendScope, Spending } from '../metering.ts';
import type { HttpClient } from '../http-client.ts';
import { parseAddress } from './address.ts';
import { DATA_RULE } from './as-data.ts';
import { llmNotConfigured, UnusableAnswerError, type AskOptions, type Llm, type Prompt, type TokenUsage } from './index.ts';
import { makeModel, type Model, type ModelAnswer, type ModelCall } from './model.ts';
import { payForCall } from './paid-call.ts';
import { choosePrice, countTokens, findPrice, toCostUsd, type TokenPrice } from './prices.ts';
import { readModelAnswer } from './read-answer.ts';
import { LEDGER_SERVICE, SERVICE } from './services.ts';

export interface LlmOptions {
  readonly http: Pick<HttpClient, 'request'>;
  readonly spending: Spending;
  readonly logger: Logger;
  readonly config: {
    readonly baseUrl: string | undefined;
    readonly apiKey: string | undefined;
    readonly model: string | undefined;
    /** USD for a million tokens, where the operator knows better than the table. */
    readonly inputUsdPerMtok: number | undefined;
    readonly outputUsdPerMtok: number | undefined;
  };
}

/** So much of an unusable answer is shown to the model again. */
const SHOWN_CHARS_MAX = 2_000;
const CALLS_MAX = 2;
/** A failure that no later call confirmed is forgotten. */
const FAILURE_MS = 10 * MINUTE_MS;
const NOTHING: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** The language model that the operator named, or one that says that there is none. */
export function makeLlm({ http, spending, logger, config }: LlmOptions): Llm {
  const { baseUrl, apiKey, model: name } = config;
  if (baseUrl === undefined || name === undefined) return NOT_CONFIGURED;
  const price = choosePrice(name, { inputUsd: config.inputUsdPerMtok, outputUsd: config.outputUsdPerMtok });
  if (findPrice(name) === undefined && config.inputUsdPerMtok === undefined)
    logger.warn({ model: name, ...price }, 'the price of the model is not known: set LLM_INPUT_USD_PER_MTOK and LLM_OUTPUT_USD_PER_MTOK');
  const tools = { model: makeModel({ http, address: parseAddress(baseUrl, apiKey), name }), price, spending };
  let failed: { readonly error: OutsideError; readonly at: number } | undefined;
  return {
    isConfigured: true,
    get lastFailure() {
      return failed !== undefined && performance.now() - failed.at < FAILURE_MS ? failed.error : undefined;
    },
    estimateUsd: (prompt, input) => estimateCall(price, toFirstCall(prompt, input)),
    async ask(scope, prompt, input, options) {
      try {
        const answer = await ask(tools, { scope, prompt, input, options });
        failed = undefined;
        return answer;
      } catch (error) {
        if (error instanceof OutsideError) failed = error instanceof UnusableAnswerError ? undefined : { error, at: performance.now() };
        throw error;
      }
    },
  };
}

const NOT_CONFIGURED: Llm = {
  isConfigured: false,
  lastFailure: undefined,
  estimateUsd: () => 0,
  ask: () => Promise.reject(llmNotConfigured()),
};

interface Tools {
  readonly model: Model;
  readonly price: TokenPrice;
  readonly spending: Spending;
}

interface Question<Input, Value> {
  readonly scope: SpendScope;
  readonly prompt: Prompt<Input, Value>;
  readonly input: Input;
  readonly options: AskOptions | undefined;
}

async function ask<Input, Value>(tools: Tools, question: Question<Input, Value>) {
  const { prompt } = question;
  let call = toFirstCall(prompt, question.input);
  let usage = NOTHING;
  let costUsd = 0;
  for (let round = 1; ; round += 1) {
    const { answer, paid } = await askOnce(tools, question, call);
    usage = { inputTokens: usage.inputTokens + paid.inputTokens, outputTokens: usage.outputTokens + paid.outputTokens };
    costUsd += toCostUsd(tools.price, paid);
    const read = readModelAnswer(answer, prompt.answerSchema);
    if ('value' in read)
      return { value: read.value, usage, costUsd, model: tools.model.name, promptVersion: `${prompt.name}@${prompt.version}` };
    if (answer.end === 'refused' || round === CALLS_MAX) throw toUnusable(prompt, answer, { problem: read.problem, costUsd });
    call = toSecondCall(call, answer, read.problem);
  }
}

/** One paid call. Usage that the vendor does not tell is counted from the words. */
async function askOnce<Input, Value>(
  { model, price, spending }: Tools,
  { scope, prompt, options = {} }: Question<Input, Value>,
  call: ModelCall,
): Promise<{ readonly answer: ModelAnswer; readonly paid: TokenUsage }> {
  const planned = { scope, service: LEDGER_SERVICE, endpoint: `chat/${prompt.name}`, estimateUsd: estimateCall(price, call) };
  return await payForCall(spending, planned, async (onSend) => {
    const answer = await model.send(call, { ...options, onSend });
    const paid = answer.usage ?? { inputTokens: countInput(call), outputTokens: countTokens(answer.text) };
    const success = 'value' in readModelAnswer(answer, prompt.answerSchema);
    return { value: { answer, paid }, costUsd: toCostUsd(price, paid), success };
  });
}

function toFirstCall<Input, Value>(prompt: Prompt<Input, Value>, input: Input): ModelCall {
  return {
    system: `${prompt.system}\n\n${DATA_RULE}\n\nAnswer with one JSON object and nothing else.`,
    messages: [{ role: 'user', content: prompt.toUserText(input) }],
    jsonSchema: toJsonSchema(prompt.answerSchema),
    maxOutputTokens: prompt.maxOutputTokens,
  };
}

function toSecondCall(first: ModelCall, { text }: ModelAnswer, problem: string): ModelCall {
  const shown: ModelMessage[] = text === '' ? [] : [{ role: 'assistant', content: text.slice(0, SHOWN_CHARS_MAX) }];
  const reason: ModelMessage = {
    role: 'user',
    content: `That answer cannot be used: ${problem}. Answer again, with one JSON object that fits.`,
  };
  return { ...first, messages: [...first.messages, ...shown, reason] };
}

/** What the model may write, as vendors want it: closed objects. */
function toJsonSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false;
    },
  });
}

function toUnusable(
  prompt: Prompt<never, unknown>,
  { end }: ModelAnswer,
  { problem, costUsd }: { problem: string; costUsd: number },
): UnusableAnswerError {
  const reason = end === 'refused' ? 'refused' : 'off_schema';
  const message =
    reason === 'refused'
      ? `The language model refused to answer ${prompt.name}.`
      : `The language model gave no usable answer to ${prompt.name}: ${problem}.`;
  return new UnusableAnswerError({ service: SERVICE, message, reason, costUsd });
}

function estimateCall(price: TokenPrice, call: ModelCall): number {
  return toCostUsd(price, { inputTokens: countInput(call), outputTokens: call.maxOutputTokens });
}

function countInput({ system, messages, jsonSchema }: ModelCall): number {
  return countTokens(system + JSON.stringify(messages) + JSON.stringify(jsonSchema));
}
