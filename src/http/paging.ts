import { z } from 'zod';
import type { Page } from '#kernel/lists.ts';

/** The position of an answer within its list. */
export const Pagination = z.object({ limit: z.int(), offset: z.int(), has_more: z.boolean(), total: z.int() }).meta({ id: 'Pagination' });

/** What the answer of a list has beside its rows. */
export const ListFields = { count: z.int(), total: z.int(), pagination: Pagination };

/** The `pagination` of a list answer from what was asked and how many rows there are in all. */
export function toPagination({ limit, offset }: Page, total: number): z.infer<typeof Pagination> {
  return { limit, offset, has_more: offset + limit < total, total };
}

export function toListFields(rows: readonly unknown[], page: Page, total: number) {
  return { count: rows.length, total, pagination: toPagination(page, total) };
}
