import { z } from 'zod';
import { appIdField, makeOnboardPayload, PLATFORMS } from '#areas/assets/index.ts';
import { hostField, OnboardOptions, urlField } from '#areas/domains/index.ts';
import { idField, integerField, listField, nameField } from '#http/fields.ts';

/**
 * The nine types of specification 4.10 that a caller may start, with what their payloads may hold.
 * A schema that depends on a value of the payload is made for the raw one, so that every wrong field
 * is named at once.
 */
export interface WorkflowTrigger {
  readonly type: string;
  /** The fields, for the document. */
  readonly fields: string;
  readonly makePayload: (raw: RawPayload) => z.ZodType<Record<string, unknown>>;
  /** Why it cannot be started yet; the work belongs to an area that this version lacks. */
  readonly missing?: string;
}
type RawPayload = Readonly<Record<string, unknown>>;

const URLS_MAX = 100;
const IDS_MAX = 10_000;
const DISPATCH_MAX = 1_000_000;
const CRAWL_APPS_MAX = 200;
const RELATED_DEPTH_MAX = 2;
const CATEGORIES_MAX = 500;
const DEVICES = ['phone', 'tablet', 'iphone', 'ipad'] as const;

const Host = hostField();
const Url = urlField().min(1);
const Country = z.string().regex(/^[A-Za-z]{2}$/u, 'must be a country code of two letters');
const CategoryId = z.union([idField(), integerField()]);

const CLASSIFICATION = 'Classification is not part of this version.';
const APPS = 'App data is not part of this version.';

export const TRIGGERS: readonly WorkflowTrigger[] = [
  {
    type: 'domain-onboard',
    fields: '`domain`, `project_id`; limits, `skip_*`, market and `force` as in `POST /api/admin/domains/onboard`',
    makePayload: () => z.object({ domain: Host, project_id: idField().optional(), ...OnboardOptions.shape }),
  },
  {
    type: 'url-classify',
    fields: 'one of `url`, `urls[]`, `url_ids[]`; `force_llm`',
    makePayload: (raw) =>
      oneOf(raw, {
        url: Url,
        urls: listField(Url, { min: 1, max: URLS_MAX }),
        url_ids: listField(integerField({ min: 1 }), { min: 1, max: IDS_MAX }),
      }).extend({ force_llm: z.boolean().optional() }),
    missing: CLASSIFICATION,
  },
  {
    type: 'keyword-classify',
    fields: 'one of `keyword`, `keywords[]`; `project_id`',
    makePayload: (raw) =>
      oneOf(raw, { keyword: nameField(), keywords: listField(nameField(), { min: 1, max: IDS_MAX }) }).extend({
        project_id: idField().optional(),
      }),
    missing: CLASSIFICATION,
  },
  {
    type: 'domain-classify',
    fields: '`domain_id`, `domain`, `domain_rank`, `project_id`, `skip_fetch`, `skip_llm`',
    makePayload: () =>
      z.object({
        domain_id: integerField({ min: 1 }),
        domain: Host,
        domain_rank: z.number().min(0).nullish(),
        project_id: idField().optional(),
        skip_fetch: z.boolean().optional(),
        skip_llm: z.boolean().optional(),
      }),
    missing: CLASSIFICATION,
  },
  {
    type: 'serp-tracking',
    fields: '`keyword_ids[]` or `project_id`, or both; `location_code`, `force`',
    makePayload: (raw) => {
      const isNamed = raw['keyword_ids'] !== undefined || raw['project_id'] !== undefined;
      const missing = (other: string) => z.never({ error: `is required unless ${other} is given` });
      return z.object({
        keyword_ids: isNamed ? listField(idField(), { min: 1, max: IDS_MAX }).optional() : missing('project_id'),
        project_id: isNamed ? idField().optional() : missing('keyword_ids'),
        location_code: integerField({ min: 1 }).optional(),
        force: z.boolean().optional(),
      });
    },
  },
  {
    type: 'app-details',
    fields: '`app_id`, `platform`, `country`',
    makePayload: ({ platform }) =>
      z.object({
        app_id: appIdField(platform === 'store_b' ? 'store_b' : 'store_a'),
        platform: z.enum(PLATFORMS),
        country: Country.optional(),
      }),
    missing: APPS,
  },
  {
    type: 'asset-onboard',
    fields: '`project_id`, `asset_type`, `value`, `name`, `platform`, `backlinks_limit`, `keywords_limit`',
    makePayload: (raw) => makeOnboardPayload(raw),
  },
  {
    type: 'subscription-dispatch',
    fields: '`project_id`, `limit`',
    makePayload: () =>
      z.object({
        project_id: idField().optional(),
        limit: integerField({ min: 1, max: DISPATCH_MAX }).optional(),
      }),
  },
  {
    type: 'crawl-run',
    fields: '`job_id` or `platform`; `category_ids[]`, `related_app_depth`, `chart_types[]` (`store_b` only), `device`, `limit`',
    makePayload: (raw) =>
      oneOf(raw, { platform: z.enum(PLATFORMS), job_id: idField() }).extend({
        category_ids: listField(CategoryId, { max: CATEGORIES_MAX }).optional(),
        related_app_depth: integerField({ min: 0, max: RELATED_DEPTH_MAX }).optional(),
        chart_types: listField(nameField(), { max: CATEGORIES_MAX })
          .refine(() => raw['platform'] !== 'store_a', 'are of store_b only')
          .optional(),
        device: z.enum(DEVICES).optional(),
        limit: integerField({ min: 1, max: CRAWL_APPS_MAX }).optional(),
      }),
    missing: APPS,
  },
];

/** Asks for the first of the fields when none is given; all that are given are checked. */
function oneOf(raw: RawPayload, fields: Readonly<Record<string, z.ZodType>>): z.ZodObject {
  const given = Object.keys(fields).filter((name) => raw[name] !== undefined);
  const [first = ''] = Object.keys(fields);
  const wanted = given.length === 0 ? [first] : given;
  return z.object(Object.fromEntries(wanted.map((name) => [name, fields[name] ?? z.never()])));
}
