import { SECOND_MS } from '#kernel/durations.ts';
import { OutsideError } from '#kernel/errors.ts';
import type { ModelMessage } from 'ai';
import type { HttpClient, HttpRequest } from '../http-client.ts';
import type { ModelAddress } from './address.ts';
import type { TokenUsage } from './index.ts';
import { SERVICE } from './services.ts';

/** One question as it is sent. */
export interface ModelCall {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  readonly maxOutputTokens: number;
}

/** What came back, whether or not it is of any use. */
export interface ModelAnswer {
  readonly text: string;
  /** `undefined`: the vendor did not say. */
  readonly usage: TokenUsage | undefined;
  readonly end: 'done' | 'cut' | 'refused';
}

export type SendOptions = Pick<HttpRequest, 'signal' | 'timeoutMs' | 'onSend'>;

/** A model behind an address. The only file that knows the AI SDK, which is loaded with the first call. */
export interface Model {
  readonly name: string;
  /** @throws OutsideError when there is no readable answer; the reason of `signal` when the caller gave up */
  send(call: ModelCall, options: SendOptions): Promise<ModelAnswer>;
}

export interface ModelOptions {
  readonly http: Pick<HttpClient, 'request'>;
  readonly address: ModelAddress;
  readonly name: string;
}

const TIMEOUT_MS = 60 * SECOND_MS;
/** Money is set aside while a call waits for its slot: with its own time it stays far below the sweeper's patience. */
const SLOT_WAIT_MS_MAX = 100 * SECOND_MS;
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;
/** Models that think first: they take no temperature, and their thoughts count as output. */
const THINKING = /^(o\d|gpt-5)/u;
const THINKING_TOKENS = 4_000;
const BAD_REQUEST = 400;
/** Statuses that say what the operator can change. */
const HINTS: Readonly<Record<number, string>> = {
  400: 'Check LLM_MODEL, and that it takes a JSON answer format.',
  401: 'Check LLM_API_KEY.',
  402: 'Check the balance of the account at the vendor.',
  403: 'Check LLM_API_KEY and what it may use.',
  404: 'Check LLM_BASE_URL and LLM_MODEL.',
};

export function makeModel({ http, address, name }: ModelOptions): Model {
  const isThinking = THINKING.test(name.slice(name.lastIndexOf('/') + 1));
  /** Some servers refuse an answer format by JSON schema; the schema is then a part of the text. */
  let takesSchemas = true;

  const exchange = async (call: ModelCall, options: SendOptions, withSchema: boolean): Promise<ModelAnswer> => {
    const { system, messages, jsonSchema, maxOutputTokens } = call;
    const sdk = await loadSdk();
    try {
      const result = await sdk.generateText({
        model: sdk.makeModel({ address, name, isThinking, withSchema, fetch: makeFetch(http, options) }),
        instructions: withSchema ? system : `${system}\nIt must fit this JSON Schema: ${JSON.stringify(jsonSchema)}`,
        messages: [...messages],
        output: sdk.Output.object({ schema: sdk.jsonSchema(jsonSchema), name: 'answer' }),
        maxOutputTokens: maxOutputTokens + (isThinking ? THINKING_TOKENS : 0),
        ...(isThinking ? {} : { temperature: 0 }),
        maxRetries: 0,
      });
      const end = toEnd(result.finishReason);
      // A refusal has text of its own, or none; some vendors send the object as a call of a tool, which is no text.
      return { text: end === 'done' ? readOutput(result) : result.text, usage: toUsage(result.usage), end };
    } catch (error) {
      if (options.signal?.aborted === true) throw options.signal.reason;
      if (!sdk.NoObjectGeneratedError.isInstance(error)) throw toFailure(error);
      return { text: error.text ?? '', usage: toUsage(error.usage), end: toEnd(error.finishReason) };
    }
  };

  return {
    name,
    async send(call, options) {
      if (!takesSchemas) return await exchange(call, options, false);
      try {
        return await exchange(call, options, true);
      } catch (error) {
        // A refused call costs nothing. What is wrong with it otherwise is wrong without the schema, too.
        if (!(error instanceof OutsideError) || error.code !== BAD_REQUEST) throw error;
        const answer = await exchange(call, options, false);
        takesSchemas = false;
        return answer;
      }
    },
  };
}

type Sdk = Awaited<ReturnType<typeof importSdk>>;
let loading: Promise<Sdk> | undefined;

/** A tenth of a second, which only a process that asks a model spends. */
function loadSdk(): Promise<Sdk> {
  loading ??= importSdk();
  return loading;
}

interface SdkModelOptions extends Pick<ModelOptions, 'address' | 'name'> {
  readonly fetch: typeof globalThis.fetch;
  readonly isThinking: boolean;
  /** Whether the answer format is sent as a JSON schema. */
  readonly withSchema: boolean;
}

async function importSdk() {
  const [ai, { createOpenAICompatible }, { createAnthropic }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
    import('@ai-sdk/anthropic'),
  ]);
  // It would write to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const makeSdkModel = ({ address, name, fetch, isThinking, withSchema }: SdkModelOptions) => {
    const { baseUrl: baseURL, headers } = address;
    // The key stands in the headers; without one here it would be looked for in the environment.
    if (address.format === 'anthropic') return createAnthropic({ baseURL, headers, apiKey: headers['x-api-key'] ?? 'none', fetch })(name);
    return createOpenAICompatible({
      name: SERVICE,
      baseURL,
      headers,
      fetch,
      supportsStructuredOutputs: withSchema,
      ...(isThinking ? { transformRequestBody: renameLimit } : {}),
    })(name);
  };
  const { generateText, jsonSchema, Output, NoObjectGeneratedError } = ai;
  return { generateText, jsonSchema, Output, NoObjectGeneratedError, makeModel: makeSdkModel };
}

function renameLimit({ max_tokens: limit, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: limit };
}

/** `fetch` by the service's own door: its call limits, its address check, its size limits and its errors. */
function makeFetch(http: Pick<HttpClient, 'request'>, options: SendOptions): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await http.request({
      service: SERVICE,
      endpoint: 'chat',
      url: input instanceof Request ? input.url : String(input),
      method: 'POST',
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === 'string' ? init.body : '',
      responseBytesMax: ANSWER_BYTES_MAX,
      slotWaitMsMax: SLOT_WAIT_MS_MAX,
      timeoutMs: TIMEOUT_MS,
      ...options,
    });
    return new Response(answer.body, { status: answer.status, headers: { 'content-type': 'application/json' } });
  };
}

/** The object as text; empty when there is none. */
function readOutput(result: { readonly output: unknown }): string {
  try {
    return JSON.stringify(result.output);
  } catch {
    return '';
  }
}

function toUsage({ inputTokens, outputTokens }: { inputTokens?: number | undefined; outputTokens?: number | undefined } = {}):
  | TokenUsage
  | undefined {
  return inputTokens === undefined || outputTokens === undefined ? undefined : { inputTokens, outputTokens };
}

function toEnd(reason: string | undefined): ModelAnswer['end'] {
  if (reason === 'content-filter') return 'refused';
  return reason === 'length' ? 'cut' : 'done';
}

/** What the door says stays; what the SDK cannot read is an unreadable answer. Nothing of what was sent is said. */
function toFailure(error: unknown): unknown {
  const failure = findOutsideError(error);
  if (failure !== undefined) return withHint(failure);
  return new OutsideError({
    service: SERVICE,
    kind: 'parse',
    message: 'the language model answered with something unreadable',
    cause: error,
  });
}

/** The SDK wraps errors of a broken connection. */
function findOutsideError(error: unknown): OutsideError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof OutsideError) return at;
  return undefined;
}

function withHint(error: OutsideError): OutsideError {
  const { service, kind, message, code, retryAfterMs, retryable, cause } = error;
  const hint = code === undefined ? undefined : HINTS[code];
  if (code === undefined || hint === undefined) return error;
  const isKey = code === 401 || code === 403;
  return new OutsideError({
    service,
    kind: isKey ? 'credentials_refused' : kind,
    message,
    code,
    retryable,
    hint,
    cause,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
