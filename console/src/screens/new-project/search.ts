import * as v from 'valibot';

/** Settings of the checks of added keywords. */
export const addKeywordsSearch = v.object({
  devices: v.optional(v.picklist(['both', 'desktop', 'mobile']), 'both'),
  interval: v.optional(v.picklist(['daily', 'weekly', 'monthly']), 'daily'),
  depth: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(10), v.maxValue(200)), 100),
  strategy: v.optional(v.picklist(['full', 'until_found', 'adaptive']), 'full'),
});
