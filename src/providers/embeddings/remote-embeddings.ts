import { z } from 'zod';
import { AppError, OutsideError } from '#kernel/errors.ts';
import type { HttpClient } from '../http-client.ts';
import type { SpendScope, Spending } from '../metering.ts';
import { parseAddress } from '../llm/address.ts';
import { payForCall } from '../llm/paid-call.ts';
import { choosePrice, countTokens, toCostUsd } from '../llm/prices.ts';
import { EMBEDDINGS_SERVICE, LEDGER_SERVICE } from '../llm/services.ts';
import type { Embeddings } from './index.ts';

export interface EmbeddingsOptions {
  readonly http: Pick<HttpClient, 'request'>;
  readonly spending: Spending;
  readonly config: { readonly baseUrl: string | undefined; readonly apiKey: string | undefined; readonly model: string | undefined };
}

/** Fewer than any vendor takes at once, and a step that fails repeats little. */
const BATCH_MAX = 96;
/** Some 2,000 tokens, which every model takes. */
const TEXT_CHARS_MAX = 6_000;
const SLOT_WAIT_MS_MAX = 100_000;

const Answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
  usage: z.object({ prompt_tokens: z.number().min(0) }).nullish(),
});

/** The embeddings service that the operator named, in the OpenAI format, or one that says that there is none. */
export function makeEmbeddings({ http, spending, config }: EmbeddingsOptions): Embeddings {
  const { baseUrl, apiKey, model } = config;
  if (baseUrl === undefined || model === undefined) return NOT_CONFIGURED;
  const address = parseAddress(baseUrl, apiKey);
  const price = choosePrice(model, {});

  const embedBatch = async (scope: SpendScope, texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> => {
    const countAll = (): number => texts.reduce((sum, text) => sum + countTokens(text), 0);
    const estimateUsd = toCostUsd(price, { inputTokens: countAll(), outputTokens: 0 });
    return await payForCall(spending, { scope, service: LEDGER_SERVICE, endpoint: 'embeddings', estimateUsd }, async (onSend) => {
      const { body } = await http.request({
        service: EMBEDDINGS_SERVICE,
        endpoint: 'embeddings',
        url: `${address.baseUrl}/embeddings`,
        method: 'POST',
        headers: { ...address.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
        slotWaitMsMax: SLOT_WAIT_MS_MAX,
        signal,
        onSend,
      });
      const { data, usage } = readBody(body);
      const value = toVectors(data, texts.length);
      return { value, costUsd: toCostUsd(price, { inputTokens: usage?.prompt_tokens ?? countAll(), outputTokens: 0 }), success: true };
    });
  };

  return {
    isConfigured: true,
    model,
    async embed(scope, texts, { signal } = {}) {
      // An empty text is refused by some vendors.
      const sent = texts.map((text) => text.slice(0, TEXT_CHARS_MAX).toWellFormed().trim() || '-');
      const vectors: Float32Array[] = [];
      for (let at = 0; at < sent.length; at += BATCH_MAX)
        vectors.push(...(await embedBatch(scope, sent.slice(at, at + BATCH_MAX), signal)));
      return vectors;
    },
  };
}

const NOT_CONFIGURED: Embeddings = {
  isConfigured: false,
  model: undefined,
  embed: () =>
    Promise.reject(
      new AppError('invalid', 'AI binding not configured', {
        message: 'No embeddings service is configured.',
        hint: 'Set EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL.',
      }),
    ),
};

function readBody(body: Buffer): z.infer<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(body.toString('utf8')));
  } catch (cause) {
    throw unreadable('not an answer in the OpenAI format', cause);
  }
}

function toVectors(data: z.infer<typeof Answer>['data'], count: number): Float32Array[] {
  const rows = data.toSorted((left, right) => left.index - right.index);
  const dimensions = rows[0]?.embedding.length;
  if (rows.length !== count || rows.some(({ index, embedding }, at) => index !== at || embedding.length !== dimensions))
    throw unreadable(`${rows.length} vectors for ${count} texts`);
  return rows.map(({ embedding }) => {
    const length = Math.hypot(...embedding) || 1;
    return Float32Array.from(embedding, (value) => value / length);
  });
}

function unreadable(what: string, cause?: unknown): OutsideError {
  return new OutsideError({ service: EMBEDDINGS_SERVICE, kind: 'parse', message: `the embeddings service answered with ${what}`, cause });
}
