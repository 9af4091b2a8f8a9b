import { z } from 'zod';
import { EstimateBody, toEstimateFields, type Estimate } from '#areas/costs/index.ts';
import { hostField } from '#areas/domains/index.ts';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { integerField, nameField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { invalid } from '#kernel/errors.ts';
import type { ProviderIdentity } from '#providers/search-data/index.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { CHECK_INTERVALS } from '../tracking/due-time.ts';
import { CHANNELS, DEPTH_DEFAULT, DEPTH_MAX, DEPTH_MIN, DEPTH_STRATEGIES, DEVICES, hasChannel, TRACKING_STATUSES } from '../keyword.ts';
import type { TrackEntry, TrackKeywordsResult } from '../tracking/track-keywords.ts';
import { keywordForms, type FormsOutput } from './keyword-forms.ts';
import { formatPlural } from '#kernel/text.ts';

/** The provider's bounds of a keyword. */
const KEYWORD_LENGTH_MAX = 700;
const KEYWORD_WORDS_MAX = 10;
const BATCH_MAX = 1000;
/** Checks that run at once on the queue `serp-checks`, and what a live check takes of time. */
const CHECKS_AT_ONCE = 20;
const CHECK_MS = 6_000;

/** A keyword as it is typed: 700 characters and 10 words at most, runs of spaces made one. */
export function keywordField() {
  return nameField(KEYWORD_LENGTH_MAX)
    .refine((text) => text.split(/\s+/u).length <= KEYWORD_WORDS_MAX, `must have at most ${KEYWORD_WORDS_MAX} words`)
    .transform((text) => text.normalize('NFC').replace(/\s+/gu, ' '));
}

/** A keyword as it can be tracked; undefined for a text that no check could ask for. */
export function readKeyword(text: string): string | undefined {
  return keywordField().safeParse(text).data;
}

const Options = z.object({
  location_code: locationCodeField().optional().meta({ description: "The project's default, else 2840." }),
  language_code: languageCodeField().optional().meta({ description: "The project's default, else `en`." }),
  device: z.enum(DEVICES).optional().meta({ description: '`desktop` unless given.' }),
  target_domain: hostField().nullish(),
  engine: z.enum(ENGINES).optional().meta({ description: '`engine_a` unless given.' }),
  channel: z.enum(CHANNELS).optional().meta({ description: '`seo` unless given.' }),
  depth: integerField({ min: DEPTH_MIN, max: DEPTH_MAX })
    .optional()
    .meta({ description: `Results to read; ${DEPTH_DEFAULT} unless given.` }),
  depth_strategy: z.enum(DEPTH_STRATEGIES).optional().meta({ description: '`full` unless given.' }),
  check_interval: z.enum(CHECK_INTERVALS).optional().meta({ description: '`daily` unless given.' }),
});
const Entry = Options.extend({
  keyword_text: keywordField(),
  keyword: z.unknown().optional().meta({ type: 'string', description: 'The same as `keyword_text`.' }),
});
export const TrackKeywordsBody = keywordForms(Options, Entry, BATCH_MAX);
type TrackKeywordsBody = FormsOutput<typeof TrackKeywordsBody>;

const TrackedKeywordBody = z.object({
  keyword_id: z.string(),
  keyword_text: z.string(),
  keyword: z.string(),
  project_id: z.string(),
  status: z.enum(TRACKING_STATUSES),
  serp_queued: z.boolean(),
  location_code: z.int(),
  language_code: z.string(),
  device: z.enum(DEVICES),
  engine: z.enum(ENGINES),
  channel: z.enum(CHANNELS),
  target_domain: z.string().nullable(),
});

const SerpTracking = z.object({
  orchestration: z.literal('workflow'),
  keywords_queued: z.int(),
  workflow_id: z.string().nullable(),
  status_url: z.string().nullable(),
  workflow_ids: z.array(z.string()).meta({ description: 'One per project of the batch.' }),
});

/** Either what was tracked, or with `dry_run` the estimate alone. */
export const TrackKeywordsResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  keywords_tracked: z.int(),
  keywords_queued: z.int(),
  keywords: z.array(TrackedKeywordBody),
  serp_tracking: SerpTracking.optional(),
  serp_data: z
    .object({ items: z.array(z.unknown()) })
    .optional()
    .meta({ description: 'Empty: the first check runs after the answer.' }),
  estimated_completion: z.string().nullable(),
  warning: z.string().optional().meta({ description: 'What keeps the checks from working now.' }),
  hint: z.string().optional(),
  dry_run: z.boolean(),
  estimate: EstimateBody.optional(),
});

/** The keywords are tracked nevertheless; their checks fail until there are credentials. */
export function toCredentialsWarning({ noCredentials: { message, hint } }: ProviderIdentity): { warning: string; hint: string } {
  return { warning: `${message}: checks fail until they are`, hint };
}

/** @throws AppError 400 for a channel that the engine does not have */
export function toTrackEntries(body: TrackKeywordsBody): TrackEntry[] {
  const isBatch = 'keywords' in body;
  const projectId = 'project_id' in body ? body.project_id : undefined;
  const entries = (isBatch ? body.keywords : [body]).map((entry) => toEntry(entry, body, entry.project_id ?? projectId ?? ''));
  assertChannels(entries, isBatch);
  return entries;
}

/**
 * Refuses what no check could ever read.
 * @throws AppError 400 naming every keyword whose engine does not have its channel
 */
export function assertChannels(entries: readonly Pick<TrackEntry, 'engine' | 'channel'>[], isBatch: boolean): void {
  const problems = entries.flatMap(({ engine, channel }, index) =>
    hasChannel(engine, channel)
      ? []
      : [{ path: isBatch ? `keywords[${index}].engine` : 'engine', message: `${engine} has no results of the channel ${channel}` }],
  );
  if (problems.length > 0) throw invalid(problems);
}

function toEntry(entry: z.output<typeof Entry>, shared: z.output<typeof Options>, projectId: string): TrackEntry {
  return {
    projectId,
    keywordText: entry.keyword_text,
    locationCode: entry.location_code ?? shared.location_code,
    languageCode: entry.language_code ?? shared.language_code,
    device: entry.device ?? shared.device ?? 'desktop',
    engine: entry.engine ?? shared.engine ?? 'engine_a',
    channel: entry.channel ?? shared.channel ?? 'seo',
    depth: entry.depth ?? shared.depth ?? DEPTH_DEFAULT,
    depthStrategy: entry.depth_strategy ?? shared.depth_strategy ?? 'full',
    checkInterval: entry.check_interval ?? shared.check_interval ?? 'daily',
    targetDomain: entry.target_domain ?? shared.target_domain ?? null,
  };
}

export function toTrackKeywordsBody({ keywords, workflows }: TrackKeywordsResult, now: Date): z.input<typeof TrackKeywordsResponse> {
  const queued = keywords.filter((keyword) => keyword.isQueued).length;
  const begun = keywords.filter((keyword) => keyword.isNew).length;
  const [first] = workflows;
  return {
    success: true,
    message: `Tracking ${countKeywords(keywords.length)}, ${begun} of them new, ${queued} queued for a check${begun < keywords.length ? '; what was tracked already was left as it is' : ''}`,
    keywords_tracked: keywords.length,
    keywords_queued: queued,
    keywords: keywords.map((keyword) =>
      toBody(TrackedKeywordBody, { ...keyword, keyword: keyword.keywordText, serpQueued: keyword.isQueued }),
    ),
    serp_tracking: {
      orchestration: 'workflow',
      keywords_queued: queued,
      workflow_id: first?.id ?? null,
      status_url: first === undefined ? null : `/api/admin/workflow/${first.type}/${first.id}`,
      workflow_ids: workflows.map(({ id }) => id),
    },
    serp_data: { items: [] },
    estimated_completion: toCompletion(queued, now)?.toISOString() ?? null,
    dry_run: false,
  };
}

export function toTrackEstimateBody(estimate: Estimate): z.input<typeof TrackKeywordsResponse> {
  return {
    success: true,
    message: `Would make ${estimate.calls} outside calls`,
    keywords_tracked: 0,
    keywords_queued: 0,
    keywords: [],
    estimated_completion: null,
    dry_run: true,
    estimate: toEstimateFields(estimate),
  };
}

export function countKeywords(keywords: number): string {
  return formatPlural(keywords, 'keyword');
}

/** When the last of some queued checks is expected to have ended; null when none is queued. */
function toCompletion(queued: number, now: Date): Date | null {
  return queued === 0 ? null : new Date(now.getTime() + Math.ceil(queued / CHECKS_AT_ONCE) * CHECK_MS);
}
