import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { dryRunField } from '#areas/costs/index.ts';
import { languageCodeField } from '#areas/projects/index.ts';
import { idField, limitField, listField, nameField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { StartedWorkflow, toStartedWorkflow, toStoreForms } from '../app-ref/fields.ts';
import { storefrontField } from '../catalogue/index.ts';
import { SEARCH_DEPTH, TERM_STATUSES } from './search.ts';
import type { TrackedTerm } from './term.ts';
import type { TrackTermsInput, TrackTermsResult } from './track-terms.ts';
import type { TermFilter } from './store/terms.ts';
import { formatPlural } from '#kernel/text.ts';

const TERMS_MAX = 200;
const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;

const Term = nameField();
/** A term, as a text or, like a keyword of 4.3, as an object. */
const TermEntry = z.union([Term, z.object({ keyword_text: Term }), z.object({ keyword: Term })]).transform((entry) => {
  if (typeof entry === 'string') return entry;
  return 'keyword_text' in entry ? entry.keyword_text : entry.keyword;
});
const Storefront = storefrontField().optional().meta({ description: 'That of the tracked app, else `us`.' });

/** One term of a request without a list. */
const oneTerm = {
  keyword: Term.optional().meta({ description: 'One term, without `keywords`.' }),
  keyword_text: Term.optional().meta({ description: 'The same as `keyword`.' }),
};

export const TrackTermsBody = toStoreForms(
  {
    ...oneTerm,
    keywords: listField(TermEntry, { min: 1, max: TERMS_MAX }).meta({ description: 'Terms, or one of them as `keyword`.' }),
    storefront: Storefront,
    language_code: languageCodeField().optional().meta({ description: "The project's default, else `en`." }),
    dry_run: dryRunField(),
  },
  fillKeywords,
);

const UntrackFields = {
  ...oneTerm,
  storefront: storefrontField().optional().meta({ description: 'All unless given.' }),
  language_code: languageCodeField().optional().meta({ description: 'All unless given.' }),
  keywords: listField(TermEntry, { min: 1, max: TERMS_MAX }).optional().meta({ description: 'All unless given.' }),
};
export const UntrackTermsBody = toStoreForms(UntrackFields, fillKeywords);

function fillKeywords(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || 'keywords' in raw) return raw;
  const { keyword_text: text, keyword = text } = raw as { readonly keyword_text?: unknown; readonly keyword?: unknown };
  return keyword === undefined ? raw : { ...raw, keywords: [keyword] };
}

const TermBody = z
  .object({
    project_id: z.string(),
    app_id: z.string(),
    platform: z.enum(PLATFORMS),
    storefront: z.string(),
    keyword: z.string(),
    keyword_text: z.string(),
    language_code: z.string(),
    is_active: z.boolean(),
    status: z.enum(TERM_STATUSES).meta({
      description:
        '`pending`: never checked; `not_found`: read to `checked_depth`, and not there; `failed`: `error` says why, the last place stays.',
    }),
    position: z.int().nullable(),
    rank: z.int().nullable(),
    previous_position: z.int().nullable(),
    change: z.int().nullable().meta({ description: 'Places won (above 0) or lost since the check before.' }),
    checked_depth: z.int().nullable(),
    checked_at: z.string().nullable().meta({ description: 'When the place was read; a check that failed does not count.' }),
    cost_usd: z.number().nullable().meta({ description: 'What that search cost. Null: not recorded.' }),
    next_check_at: z.string().nullable(),
    error: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'AppKeyword' });

export function toTermBody(term: TrackedTerm): z.input<typeof TermBody> {
  const { position, previousPosition } = term;
  const change = position === null || previousPosition === null ? null : previousPosition - position;
  return toBody(TermBody, { ...term, keywordText: term.keyword, rank: position, change });
}

export const TrackTermsResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  keywords_tracked: z.int().meta({ description: 'Terms that this request began to track.' }),
  keywords: z.array(TermBody),
  depth: z.int().meta({ description: 'Places that a check reads.' }),
  orchestration: StartedWorkflow.nullable().meta({ description: 'The first check; null: nothing is new, or the project is paused.' }),
});

type TrackBody = z.output<(typeof TrackTermsBody)['forms']['app_store_a']>;

export function toTrackTermsInput(body: TrackBody): TrackTermsInput {
  const { project_id: projectId, app_id: appId, platform, storefront, language_code: languageCode, keywords } = body;
  return { projectId, appId, platform, storefront, languageCode, keywords };
}

export function toTrackTermsBody({ terms, begun, workflowId }: TrackTermsResult): z.input<typeof TrackTermsResponse> {
  return {
    success: true,
    message: `Tracking ${formatPlural(begun.size, 'new keyword')}`,
    keywords_tracked: begun.size,
    keywords: terms.map(toTermBody),
    depth: SEARCH_DEPTH,
    orchestration: workflowId === null ? null : toStartedWorkflow('app-keyword-search', workflowId),
  };
}

type UntrackBody = z.output<(typeof UntrackTermsBody)['forms']['app_store_a']>;

export function toUntrackFilter(body: UntrackBody): TermFilter {
  const { project_id: projectId, app_id: appId, platform, storefront, language_code: languageCode, keywords } = body;
  return { projectId, appId, platform, storefront, languageCode, keywords };
}

export const UntrackTermsResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  untracked: z.int(),
  keywords: z.array(z.string()).meta({ description: 'Terms that were tracked until now.' }),
});

export const TermsQuery = z.object({
  project_id: idField(),
  platform: z.enum(PLATFORMS).optional(),
  app_id: idField().optional(),
  storefront: storefrontField().optional(),
  language_code: languageCodeField().optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});
export const TermsResponse = z.object({ success: z.boolean(), keywords: z.array(TermBody), ...ListFields });

export function toTermsBody(terms: readonly TrackedTerm[], page: Page, total: number): z.input<typeof TermsResponse> {
  return { success: true, keywords: terms.map(toTermBody), ...toListFields(terms, page, total) };
}
