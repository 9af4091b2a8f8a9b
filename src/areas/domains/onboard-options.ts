import { z } from 'zod';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { integerField } from '#http/fields.ts';

export const BACKLINKS_LIMIT_MAX = 1_000_000;
export const KEYWORDS_LIMIT_MAX = 10_000;

/** How many rows an onboarding fetches at most (specification 8 has the defaults). */
export const OnboardLimits = z.object({
  backlinks_limit: integerField({ min: 1, max: BACKLINKS_LIMIT_MAX }).optional().meta({ description: '100 unless given.' }),
  keywords_limit: integerField({ min: 1, max: KEYWORDS_LIMIT_MAX }).optional().meta({ description: '500 unless given.' }),
});

/** What an onboarding can be asked for, under the names of the wire and of the workflow's input. */
export const OnboardOptions = OnboardLimits.extend({
  skip_backlinks: z.boolean().optional(),
  skip_keywords: z.boolean().optional(),
  skip_referring_domains: z.boolean().optional(),
  location_code: locationCodeField().optional().meta({ description: "Of the keywords; the project's default, else 2840." }),
  language_code: languageCodeField().optional().meta({ description: "Of the keywords; the project's default, else `en`." }),
  force: z.boolean().optional().meta({ description: 'Fetch again what is there already.' }),
});
export type OnboardOptions = z.output<typeof OnboardOptions>;
