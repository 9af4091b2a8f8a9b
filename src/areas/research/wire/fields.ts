import { z } from 'zod';
import { normalizeHost, normalizeUrl, urlField } from '#areas/domains/index.ts';
import { idField, integerField } from '#http/fields.ts';

/** Keywords of one run over all markets. */
const KEYWORDS_MAX = 20_000;
const COST_USD_MAX = 1_000;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/iu;

export const RunParams = z.object({ runId: idField() });

/** The address of a site, with or without its scheme, as it is stored, and its host. */
export function siteField() {
  return z
    .string()
    .transform((text) => (text.trim() === '' || HAS_SCHEME.test(text) ? text : `https://${text.trim()}`))
    .pipe(urlField())
    .transform((text, context) => {
      const { host, problem = 'must be a web address' } = normalizeHost(text);
      const url = normalizeUrl(text)?.url;
      if (host !== undefined && url !== undefined) return { url, host };
      context.addIssue({ code: 'custom', message: problem, input: text });
      return z.NEVER;
    });
}

/** What a run may take at most; a confirmation may change it. */
export const LimitsField = z.strictObject({
  keywords_max: integerField({ min: 1, max: KEYWORDS_MAX }).optional().meta({ description: 'Keywords over all places together' }),
  cost_usd_max: z
    .number()
    .min(0)
    .max(COST_USD_MAX)
    .optional()
    .meta({ description: 'What the harvest may cost; without it the budgets alone count' }),
});
