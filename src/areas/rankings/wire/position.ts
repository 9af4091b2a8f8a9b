import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import type { SerpItem } from '#providers/search-data/index.ts';

/** One result of a page. */
export const PositionBody = z
  .object({
    position: z.int().meta({ description: 'Place among the results of its type.' }),
    rank: z.int(),
    rank_group: z.int(),
    rank_absolute: z.int().meta({ description: 'Place among everything on the page.' }),
    type: z.string(),
    is_paid: z.boolean(),
    domain: z.string().nullable(),
    url: z.string().nullable(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    rating_value: z.number().nullable(),
    rating_count: z.int().nullable(),
  })
  .meta({ id: 'SerpPosition' });

export function toPositionBody(item: SerpItem): z.input<typeof PositionBody> {
  return toBody(PositionBody, { ...item, position: item.rankGroup, rank: item.rankGroup });
}
