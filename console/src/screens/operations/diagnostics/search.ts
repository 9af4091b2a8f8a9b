import * as z from 'zod/mini';

export const diagnosticsSearch = z.object({
  /** A run that is looked up. */
  run: z.optional(z.string().check(z.maxLength(300))),
  /** A task of the provider that is looked up. */
  task: z.optional(z.string().check(z.maxLength(100))),
});
