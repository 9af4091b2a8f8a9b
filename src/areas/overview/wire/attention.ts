import { z } from 'zod';
import { idField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import type { Attention } from '../get-attention.ts';

export const AttentionQuery = z.object({ project_id: idField().optional().meta({ description: 'Whose checks are counted.' }) });

const FOR_OPERATORS = 'Null for callers without the scope `admin`, and bound ones.';

export const AttentionResponse = z.object({
  success: z.boolean(),
  failed_checks: z
    .int()
    .nullable()
    .meta({ description: 'Tracked keywords of the project whose newest check failed. Null without a project.' }),
  failed_domains: z
    .int()
    .nullable()
    .meta({ description: `Domains whose onboarding failed. ${FOR_OPERATORS}` }),
  dead_letters: z
    .int()
    .nullable()
    .meta({ description: `Messages that failed after all their tries and were not sent again. ${FOR_OPERATORS}` }),
  full_budgets: z.int().meta({ description: 'Budgets that are used up, so that calls are refused.' }),
});

export function toAttentionBody(attention: Attention): z.input<typeof AttentionResponse> {
  return toBody(AttentionResponse, { success: true, ...attention });
}
