import { z } from 'zod';
import type { SerpItem } from '#providers/search-data/index.ts';

/** One result of a page. */
export const PositionBody = z
  .object({
    rank: z.int(),
    rank_absolute: z.int(),
    rank_group: z.int(),
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
  return {
    rank: item.rankAbsolute,
    rank_absolute: item.rankAbsolute,
    rank_group: item.rankGroup,
    type: item.type,
    is_paid: item.isPaid,
    domain: item.domain,
    url: item.url,
    title: item.title,
    description: item.description,
    rating_value: item.ratingValue,
    rating_count: item.ratingCount,
  };
}
