import { z } from 'zod';

/** A model that takes no answer format by JSON schema, as of some vendors. */
export const PLAIN_MODEL = 'sandbox-plain-model';

/** A question to the language model, whichever format it came in. */
export interface Question {
  readonly format: 'openai' | 'anthropic';
  readonly model: string;
  readonly system: string;
  /** What the user said, all turns together. */
  readonly text: string;
  /** JSON schema of the answer; `undefined`: any text will do. */
  readonly schema: JsonSchema | undefined;
  /** The answer must come as a call of this tool. */
  readonly tool: string | undefined;
}

export interface JsonSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly items?: JsonSchema | undefined;
  readonly anyOf?: readonly JsonSchema[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

/** How a question spells its schema out where it does not send it apart. */
const SPELT_SCHEMA = /JSON Schema: (\{.*\})\s*$/su;

const Schema = z.record(z.string(), z.unknown()).transform((value) => value as JsonSchema);
const Content = z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish();
const Message = z.object({ role: z.string(), content: Content });

const OpenAi = z.object({
  model: z.string(),
  messages: z.array(Message).min(1),
  response_format: z.looseObject({ json_schema: z.looseObject({ schema: Schema.optional() }).optional() }).nullish(),
});

const Anthropic = z.object({
  model: z.string(),
  max_tokens: z.int().min(1),
  system: Content,
  messages: z.array(Message).min(1),
  tools: z.array(z.looseObject({ name: z.string(), input_schema: Schema })).nullish(),
  output_config: z.looseObject({ format: z.looseObject({ schema: Schema.optional() }).nullish() }).nullish(),
});

/** @returns what is wrong with the body, as a sentence, when it is no question */
export function parseQuestion(format: Question['format'], body: string): Question | string {
  const json = parseJson(body);
  const parsed = format === 'openai' ? OpenAi.safeParse(json) : Anthropic.safeParse(json);
  if (!parsed.success) return z.prettifyError(parsed.error);
  const { model, messages } = parsed.data;
  const users = messages.filter(({ role }) => role === 'user').map(({ content }) => toText(content));
  const question = { format, model, text: users.join('\n') };
  if ('max_tokens' in parsed.data) {
    const { system, tools, output_config: output } = parsed.data;
    const [tool] = tools ?? [];
    return { ...question, system: toText(system), schema: output?.format?.schema ?? tool?.input_schema, tool: tool?.name };
  }
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer').map(({ content }) => toText(content));
  const sent = 'response_format' in parsed.data ? parsed.data.response_format?.json_schema?.schema : undefined;
  if (sent !== undefined && model === PLAIN_MODEL) return 'This response_format type is unavailable now';
  return { ...question, system: system.join('\n'), schema: sent ?? findSpeltSchema(system.join('\n')), tool: undefined };
}

function findSpeltSchema(system: string): JsonSchema | undefined {
  return parseJson(SPELT_SCHEMA.exec(system)?.[1] ?? '') as JsonSchema | undefined;
}

function toText(content: z.infer<typeof Content>): string {
  if (content === null || content === undefined) return '';
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n');
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
