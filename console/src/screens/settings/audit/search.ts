import * as z from 'zod/mini';
import { gridSearch } from '../../../ui/grid/place.ts';

const day = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/u)));

export const auditSearch = z.object({
  ...gridSearch,
  actor: z.optional(z.string().check(z.maxLength(200))),
  action: z.optional(z.string().check(z.maxLength(200))),
  /** UTC, both included. */
  since: day,
  until: day,
  offset: z.optional(z.int().check(z.gte(0))),
  /** The open entry. */
  entry: z.optional(z.string().check(z.maxLength(80))),
});
