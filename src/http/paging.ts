import { z } from 'zod';

/** The position of an answer within its list. */
export const Pagination = z.object({ limit: z.int(), offset: z.int(), has_more: z.boolean(), total: z.int() }).meta({ id: 'Pagination' });

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The `pagination` of a list answer from what was asked and how many rows there are in all. */
export function toPagination({ limit, offset }: Page, total: number): z.infer<typeof Pagination> {
  return { limit, offset, has_more: offset + limit < total, total };
}
