import { z } from 'zod';
import { hostField } from '../fields.ts';

/** What is fetched of a domain unless told otherwise (specification 8). */
export const ONBOARD_ROWS_DEFAULT = { backlinks: 100, referringDomains: 100, keywords: 500 } as const;
/** The most that can be asked for; further than this the provider does not page. */
export const ONBOARD_ROWS_MAX = { backlinks: 1_000_000, referringDomains: 100_000, keywords: 10_000 } as const;

function rowsField(max: number) {
  return z.int().min(1).max(max).optional();
}

/** Fields of everything that begins an onboarding; what is left out has its default. */
export const onboardOptionFields = {
  backlinks_limit: rowsField(ONBOARD_ROWS_MAX.backlinks),
  referring_domains_limit: rowsField(ONBOARD_ROWS_MAX.referringDomains),
  keywords_limit: rowsField(ONBOARD_ROWS_MAX.keywords),
  skip_backlinks: z.boolean().optional(),
  skip_referring_domains: z.boolean().optional(),
  skip_keywords: z.boolean().optional(),
  /** Where keywords are asked in: those of the project unless given. */
  location_code: z.int().min(1).optional(),
  language_code: z.string().min(2).max(10).optional(),
  /** Fetches everything anew, also what is there. */
  force: z.boolean().optional(),
} as const;

export const OnboardInput = z.object({
  domain: hostField(),
  project_id: z.string().min(1).optional(),
  ...onboardOptionFields,
});
export type OnboardInput = z.infer<typeof OnboardInput>;
export type OnboardOptions = Omit<OnboardInput, 'domain'>;
