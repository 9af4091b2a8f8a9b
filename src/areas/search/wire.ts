import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { limitField, nameField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { HIT_TYPES } from './hit.ts';
import { MATCHES } from './question.ts';
import type { Hit } from './search-everything.ts';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 50;

export const SearchQuery = z.object({
  q: nameField().meta({ description: 'The beginning of a name, a keyword or a word of it, or a whole id.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
});

const HitBody = z
  .object({
    type: z.enum(HIT_TYPES).meta({ description: '`run` is a check of a keyword. `job_run` and `workflow` are found by operators.' }),
    id: z.string(),
    label: z.string(),
    detail: z.string().nullable().meta({ description: 'What distinguishes it from others with the same label.' }),
    project_id: z.string().nullable(),
    project_name: z.string().nullable(),
    platform: z.enum(PLATFORMS).nullable().meta({ description: 'Of an app.' }),
    workflow_type: z.string().nullable().meta({ description: 'Of a workflow.' }),
    match: z.enum(MATCHES),
  })
  .meta({ id: 'SearchHit' });

export const SearchResponse = z.object({ success: z.boolean(), hits: z.array(HitBody), count: z.int() });

export function toSearchBody(hits: readonly Hit[]): z.input<typeof SearchResponse> {
  return { success: true, hits: hits.map((hit) => toBody(HitBody, hit)), count: hits.length };
}
