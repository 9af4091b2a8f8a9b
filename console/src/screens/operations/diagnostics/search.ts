import * as v from 'valibot';

export const diagnosticsSearch = v.object({
  /** A run that is looked up. */
  run: v.optional(v.pipe(v.string(), v.maxLength(300))),
  /** A task of the provider that is looked up. */
  task: v.optional(v.pipe(v.string(), v.maxLength(100))),
});
