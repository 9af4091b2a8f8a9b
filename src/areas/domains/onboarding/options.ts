import { z } from 'zod';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { integerField } from '#http/fields.ts';
import { hostField } from '../fields.ts';

/** How many rows of a domain are fetched by default. */
export const ONBOARD_ROWS_DEFAULT = { backlinks: 100, referring_domains: 100, keywords: 500 } as const;
/** The most that can be asked for; further than this the provider does not page. */
const ROWS_MAX = { backlinks: 1_000_000, referring_domains: 100_000, keywords: 10_000 } as const;

function rowsField(list: keyof typeof ROWS_MAX) {
  return integerField({ min: 1, max: ROWS_MAX[list] })
    .optional()
    .meta({ description: `${ONBOARD_ROWS_DEFAULT[list]} unless given.` });
}

/** How many rows an onboarding fetches at most. */
export const OnboardLimits = z.object({ backlinks_limit: rowsField('backlinks'), keywords_limit: rowsField('keywords') });

/** What an onboarding can be asked for, over HTTP and as the input of its workflow; what is left out has its default. */
export const OnboardOptions = OnboardLimits.extend({
  referring_domains_limit: rowsField('referring_domains'),
  skip_backlinks: z.boolean().optional(),
  skip_keywords: z.boolean().optional(),
  skip_referring_domains: z.boolean().optional(),
  location_code: locationCodeField().optional().meta({ description: "Of the keywords; the project's default, else 2840." }),
  language_code: languageCodeField().optional().meta({ description: "Of the keywords; the project's default, else `en`." }),
  force: z.boolean().optional().meta({ description: 'Fetch again what is there already.' }),
});

export const OnboardInput = OnboardOptions.extend({ domain: hostField(), project_id: z.string().min(1).optional() });
export type OnboardInput = z.infer<typeof OnboardInput>;
export type OnboardOptions = Omit<OnboardInput, 'domain'>;
