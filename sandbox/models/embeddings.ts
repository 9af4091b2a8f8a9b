import { z } from 'zod';
import { hashText, mix, signed } from '../hashing.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { Usage } from './answers.ts';

const DIMENSIONS = 64;
const Body = z.object({ model: z.string(), input: z.union([z.string(), z.array(z.string()).min(1).max(2_048)]) });

/** Texts as vectors: the sum of one direction for each word, so that texts with the same words lie close together. */
export function embed(body: string): { readonly reply: Reply; readonly usage: Usage } {
  const parsed = Body.safeParse(parseJson(body));
  const none = { input: 0, output: 0 };
  if (!parsed.success) return { reply: refuseBody(z.prettifyError(parsed.error)), usage: none };
  const texts = [parsed.data.input].flat();
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: toVector(text) }));
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return {
    reply: jsonReply(200, { object: 'list', data, model: parsed.data.model, usage }),
    usage: { input: tokens, output: 0 },
  };
}

export function refuseBody(message: string): Reply {
  return jsonReply(400, { error: { message, type: 'invalid_request_error', param: null, code: null } });
}

function toVector(text: string): number[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const sums = Array.from({ length: DIMENSIONS }, (_none, place) =>
    words.reduce((sum, word) => sum + signed(mix(hashText(word), place)), 0),
  );
  const length = Math.hypot(...sums) || 1;
  return sums.map((sum) => Math.round((sum / length) * 1e6) / 1e6);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
