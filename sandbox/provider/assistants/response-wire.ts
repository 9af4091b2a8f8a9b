import type { Answer } from '../../assistants/book.ts';
import { mix } from '../../hashing.ts';
import { roundUsd, toVendorTime } from '../envelope.ts';
import type { Model } from './models.ts';

type Wire = Record<string, unknown>;

const LETTERS_PER_TOKEN = 4;
/** What a model reads of its own instructions, and of pages when it searches. */
const OWN_TOKENS = 12;
const PAGE_TOKENS = 180;
const MILLION = 1_000_000;

/** Tokens of an answer and what the model takes for them. */
export interface Charge {
  readonly input: number;
  readonly output: number;
  readonly reasoning: number;
  readonly usd: number;
}

export function chargeTokens({ odds, plan, script }: Answer, model: Model): Charge {
  const input =
    OWN_TOKENS +
    Math.ceil(odds.question.prompt.length / LETTERS_PER_TOKEN) +
    (model.chargesPages ? plan.retrieved.length * PAGE_TOKENS : 0);
  const reasoning = model.reasoning ? 64 * (1 + (mix(plan.hash, 81) % 8)) : 0;
  const output = Math.ceil(script.markdown.length / LETTERS_PER_TOKEN) + reasoning;
  const tokensUsd = (input * model.inputUsd + output * model.outputUsd) / MILLION;
  return { input, output, reasoning, usd: roundUsd(tokensUsd + (plan.usesWeb ? model.searchUsd : 0)) };
}

interface Reply {
  readonly charged: Charge;
  readonly model: Model;
  /** Whether the caller let it search, or it always does. */
  readonly hasSearch: boolean;
  readonly now: Date;
}

export function toResponse(answer: Answer, { charged, model, hasSearch, now }: Reply): Wire {
  const { markdown } = answer.script;
  const message = { type: 'message', sections: [{ type: 'text', text: markdown, annotations: toAnnotations(answer, hasSearch) }] };
  const thought = {
    type: 'reasoning',
    sections: [{ type: 'summary_text', text: 'Weighed what the question asks for.', annotations: null }],
  };
  return {
    model_name: answer.odds.model,
    input_tokens: charged.input,
    output_tokens: charged.output,
    reasoning_tokens: charged.reasoning,
    web_search: answer.plan.usesWeb,
    money_spent: charged.usd,
    datetime: toVendorTime(now),
    items: markdown === '' ? [] : [...(model.reasoning ? [thought] : []), message],
    fan_out_queries: answer.plan.fanOuts.length === 0 ? null : answer.plan.fanOuts,
  };
}

/** Null without web search, empty where nothing was found; each points at the sentence that it supports. */
function toAnnotations({ script, sources, odds }: Answer, hasSearch: boolean): readonly Wire[] | null {
  if (!hasSearch || sources === null) return null;
  const sentences = script.names.filter(({ kind }) => kind !== 'url').map(({ sentence }) => sentence);
  const pointsAtText = odds.question.surface.id === 'chat_gpt_api' || odds.question.surface.id === 'gemini_api';
  return sources.map(({ title, url }, at) => {
    const { start, end } = sentences[at % Math.max(1, sentences.length)] ?? { start: 0, end: script.markdown.length };
    return {
      type: 'annotation',
      title,
      url,
      ...(pointsAtText && { start_index: start, end_index: end, text: script.markdown.slice(start, end) }),
    };
  });
}
