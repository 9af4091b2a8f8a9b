import { z } from 'zod';
import { dryRunField, EstimateResponse } from '#areas/costs/index.ts';
import { listField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import type { Sitemap } from '#providers/search-console/index.ts';
import type { Inspected } from '../inspect/inspect.ts';

const URLS_MAX = 100;
const URL_LENGTH_MAX = 2_048;
/** Google has at most 500 of a property. */
const SITEMAPS_MAX = 500;

const Url = z.string().max(URL_LENGTH_MAX).refine(isWebAddress, 'must be an address that begins with http:// or https://');

export const InspectBody = z.object({
  urls: listField(Url, { min: 1, max: URLS_MAX }).meta({ description: 'Of the property; one that stands there twice is asked once' }),
  dry_run: dryRunField(),
});

const InspectionBody = z
  .object({
    url: z.string(),
    verdict: z.string().nullable().meta({ description: '`PASS`: it is in the index; null: not known, see `error`' }),
    coverage: z.string().nullable(),
    robots: z.string().nullable(),
    indexing: z.string().nullable(),
    fetch: z.string().nullable(),
    last_crawled_at: z.string().nullable(),
    google_canonical: z.string().nullable(),
    user_canonical: z.string().nullable(),
    link: z.string().nullable().meta({ description: 'The same in Search Console' }),
    error: z.string().nullable().meta({ description: 'Why Google says nothing of it' }),
  })
  .meta({ id: 'SearchConsoleInspection' });

const quotaLeft = z.int().meta({ description: 'Addresses of the property that Google may still be asked about on this Pacific day' });
export const InspectResponse = z.object({ success: z.boolean(), results: z.array(InspectionBody).max(URLS_MAX), quota_left: quotaLeft });
export const InspectEstimate = EstimateResponse.extend({ quota_left: quotaLeft });

const SitemapBody = z
  .object({
    path: z.string(),
    last_submitted_at: z.string().nullable(),
    last_downloaded_at: z.string().nullable(),
    is_pending: z.boolean(),
    is_index: z.boolean(),
    warnings: z.int(),
    errors: z.int(),
    submitted: z.record(z.string(), z.int()).meta({ description: 'Addresses that it names, by their kind' }),
  })
  .meta({ id: 'SearchConsoleSitemap' });
export const SitemapsResponse = z.object({ success: z.boolean(), sitemaps: z.array(SitemapBody).max(SITEMAPS_MAX) });

function isWebAddress(text: string): boolean {
  return /^https?:$/u.test(URL.parse(text)?.protocol ?? '');
}

export function toInspectionBody({ url, inspection, error }: Inspected): z.input<typeof InspectionBody> {
  return toBody(InspectionBody, { ...(inspection ?? NOT_KNOWN), url, error });
}

const NOT_KNOWN = {
  verdict: undefined,
  coverage: undefined,
  robots: undefined,
  indexing: undefined,
  fetch: undefined,
  lastCrawledAt: undefined,
  googleCanonical: undefined,
  userCanonical: undefined,
  link: undefined,
};

export function toSitemapsBody(sitemaps: readonly Sitemap[]): z.input<typeof SitemapsResponse> {
  const shown = sitemaps.slice(0, SITEMAPS_MAX).map((sitemap) => toBody(SitemapBody, sitemap));
  return { success: true, sitemaps: shown };
}
