import { z } from 'zod';
import { booleanParam, idField, limitField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { QUOTE_STATUSES, type Quote } from './quotes/quote.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

export const ApprovalParams = z.object({ quote_id: idField() });
export const ListApprovalsQuery = z.object({
  waiting: booleanParam().default(true).meta({ description: 'Only quotes that a person may still approve; else all of them.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const QuoteBody = z
  .object({
    id: z.string(),
    key_id: z.string(),
    organization_id: z.string().nullable(),
    project_id: z.string().nullable(),
    tool: z.string(),
    does: z.string().meta({ description: 'What it buys, in words' }),
    client: z.string().nullable().meta({ description: 'What the assistant calls itself' }),
    cost_usd: z.number().meta({ description: 'At most' }),
    monthly_cost_usd: z.number().meta({ description: 'At most, each month from then on' }),
    status: z.enum(QUOTE_STATUSES),
    decided_by: z.string().nullable(),
    decided_at: z.string().nullable(),
    created_at: z.string(),
    expires_at: z.string(),
    bought_at: z.string().nullable(),
  })
  .meta({ id: 'AssistantQuote' });

export const ApprovalListResponse = z.object({ success: z.boolean(), quotes: z.array(QuoteBody), ...ListFields });
export const ApprovalResponse = z.object({ success: z.boolean(), quote: QuoteBody });

export function toQuoteBody(quote: Quote): z.infer<typeof QuoteBody> {
  return toBody(QuoteBody, quote);
}
