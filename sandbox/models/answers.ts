import { hashText } from '../hashing.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { Mood } from './think.ts';
import type { Question } from './question.ts';

export interface Usage {
  readonly input: number;
  readonly output: number;
}

const REFUSAL = "I'm sorry, but I can't help with that.";
const CHARS_PER_TOKEN = 4;
/** USD for a million tokens; the service's own table has them too. */
const PRICE = { input: 0.5, output: 2 };

export function countUsage(question: Question, answer: string): Usage {
  const count = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN);
  return { input: count(question.system + question.text + JSON.stringify(question.schema ?? {})), output: count(answer) };
}

export function toUsd({ input, output }: Usage): number {
  return (input * PRICE.input + output * PRICE.output) / 1_000_000;
}

export interface Written {
  readonly question: Question;
  readonly value: unknown;
  readonly usage: Usage;
  readonly mood: Mood | undefined;
  /** No answer at all, in good form. */
  readonly isEmpty: boolean;
}

/** The answer in the vendor's format. */
export function writeAnswer(written: Written): Reply {
  return written.question.format === 'openai' ? writeOpenAi(written) : writeAnthropic(written);
}

function writeOpenAi({ question, value, usage, mood, isEmpty }: Written): Reply {
  const isRefusal = mood === 'refusal';
  const message = { role: 'assistant', content: isRefusal ? null : JSON.stringify(value), refusal: isRefusal ? REFUSAL : null };
  return jsonReply(200, {
    id: `chatcmpl-${hashText(question.text).toString(36)}`,
    object: 'chat.completion',
    created: 1_800_000_000,
    model: question.model,
    choices: isEmpty ? [] : [{ index: 0, message, finish_reason: 'stop', logprobs: null }],
    usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output },
  });
}

function writeAnthropic({ question, value, usage, mood, isEmpty }: Written): Reply {
  const { tool } = question;
  const isRefusal = mood === 'refusal';
  const part =
    tool === undefined ? { type: 'text', text: JSON.stringify(value) } : { type: 'tool_use', id: 'toolu_1', name: tool, input: value };
  return jsonReply(200, {
    id: `msg_${hashText(question.text).toString(36)}`,
    type: 'message',
    role: 'assistant',
    model: question.model,
    content: isEmpty || isRefusal ? [] : [part],
    stop_reason: isRefusal ? 'refusal' : tool === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  });
}
