import { z } from 'zod';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { integerField } from '#http/fields.ts';
import { ONBOARD_ROWS_DEFAULT, ONBOARD_ROWS_MAX } from '../onboard/options.ts';

function rowsField(max: number, byDefault: number) {
  return integerField({ min: 1, max })
    .optional()
    .meta({ description: `${byDefault} unless given.` });
}

/** How many rows an onboarding fetches at most (specification 8). */
export const OnboardLimits = z.object({
  backlinks_limit: rowsField(ONBOARD_ROWS_MAX.backlinks, ONBOARD_ROWS_DEFAULT.backlinks),
  keywords_limit: rowsField(ONBOARD_ROWS_MAX.keywords, ONBOARD_ROWS_DEFAULT.keywords),
});

/** What an onboarding can be asked for, under the names of the workflow's input. */
export const OnboardOptionsBody = OnboardLimits.extend({
  referring_domains_limit: rowsField(ONBOARD_ROWS_MAX.referringDomains, ONBOARD_ROWS_DEFAULT.referringDomains),
  skip_backlinks: z.boolean().optional(),
  skip_keywords: z.boolean().optional(),
  skip_referring_domains: z.boolean().optional(),
  location_code: locationCodeField().optional().meta({ description: "Of the keywords; the project's default, else 2840." }),
  language_code: languageCodeField().optional().meta({ description: "Of the keywords; the project's default, else `en`." }),
  force: z.boolean().optional().meta({ description: 'Fetch again what is there already.' }),
});
