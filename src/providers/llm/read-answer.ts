import type { z } from 'zod';
import type { ModelAnswer } from './model.ts';

/** What an answer says, or why it cannot be used, as a sentence for the model without its last dot. */
export type ReadAnswer<Value> = { readonly value: Value } | { readonly problem: string };

const PROBLEMS_MAX = 5;
/** Models that know no answer format like to write so. */
const FENCED = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/u;

export function readModelAnswer<Value>({ text, end }: ModelAnswer, schema: z.ZodType<Value>): ReadAnswer<Value> {
  if (end === 'refused') return { problem: 'it is a refusal' };
  const json = parseJson(FENCED.exec(text.trim())?.[1] ?? text);
  if (json === undefined) return { problem: end === 'cut' ? 'it is too long and was cut' : 'it is not JSON' };
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const problems = parsed.error.issues.slice(0, PROBLEMS_MAX).map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`);
  return { problem: problems.join('; ') };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
