import { z } from 'zod';
import type { Answer, AssistantTool, PurchaseRequest } from './assistant-tool.ts';
import { toQuoted } from './tool-fields.ts';
import { makeToolSchemas } from './tool-schema.ts';

interface Definition<Input extends z.ZodObject> extends Pick<AssistantTool, 'name' | 'title' | 'toolset' | 'description' | 'calls'> {
  readonly input: Input;
  /** What is bought for these arguments. */
  readonly purchase: (input: z.output<Input>) => PurchaseRequest;
  /** What the assistant is shown of the answer. */
  readonly present: (answer: Answer) => Record<string, unknown>;
}

/** A tool that spends: it answers a quote first, and buys by it. */
export interface SpendTool extends AssistantTool {
  readonly kind: 'spend';
  /** The arguments of the first call; `input` also takes the second one, which has `quote_id` alone. */
  readonly wanted: z.ZodObject;
  readonly purchase: (input: never) => PurchaseRequest;
  readonly present: (answer: Answer) => Record<string, unknown>;
}

/** How a spending tool answers. */
export const SPEND_STATUSES = ['quote', 'awaiting_approval', 'bought', 'declined'] as const;

const Output = z.object({
  status: z.enum(SPEND_STATUSES),
  quote_id: z.string().optional(),
  expires_at: z.string().optional(),
  does: z.string(),
  cost_usd_max: z.number().optional(),
  monthly_cost_usd_max: z.number().optional(),
  key_left_usd: z.number().optional(),
  approve_at: z.string().optional(),
  next: z.unknown().optional(),
  hint: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
});

export function defineSpendTool<Input extends z.ZodObject>(definition: Definition<Input>): SpendTool {
  const { input: wanted, purchase, ...facts } = definition;
  const input = z
    .object(wanted.shape)
    .partial()
    .extend({ quote_id: z.string().max(100).optional().describe('Of the answer before: buys it, once, without other arguments.') })
    .strict();
  return {
    ...facts,
    kind: 'spend',
    right: 'edit',
    input,
    wanted,
    output: Output,
    readSchemas: makeToolSchemas(input, Output),
    purchase: purchase as SpendTool['purchase'],
    run: () => Promise.reject(new TypeError(`${facts.name} is bought by a quote`)),
  };
}

export function isSpendTool(tool: AssistantTool): tool is SpendTool {
  return tool.kind === 'spend';
}

const NAMED = 5;

/** Some names of a list, for a person who reads what is bought. @example nameSome(['a', 'b']) // "a", "b" */
export function nameSome(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map((name) => `"${toQuoted(name, 40)}"`);
  return [...shown, ...(names.length > NAMED ? [`and ${names.length - NAMED} more`] : [])].join(', ');
}
