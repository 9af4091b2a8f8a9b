import { z } from 'zod';
import { hostField } from '#areas/domains/index.ts';
import { assertChannels, keywordField, keywordForms, type FormsOutput } from '#areas/keywords/index.ts';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { integerField } from '#http/fields.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { DEPTH_DEFAULT, DEPTH_MAX, DEPTH_MIN } from '../check.ts';
import type { TrackRequest } from '../live/track-rankings.ts';
import { DEVICES, TRACKED_CHANNELS } from '../vocabulary.ts';

const KEYWORDS_MAX = 100;

/** How a result page that is asked for is read. */
export const PAGE_FIELDS = {
  location_code: locationCodeField().optional().meta({ description: "The project's default, else 2840." }),
  language_code: languageCodeField().optional().meta({ description: "The project's default, else `en`." }),
  device: z.enum(DEVICES).optional().meta({ description: '`desktop` unless given.' }),
  engine: z.enum(ENGINES).optional().meta({ description: '`engine_a` unless given.' }),
  channel: z.enum(TRACKED_CHANNELS).optional().meta({ description: '`seo` unless given.' }),
  target_domain: hostField().nullish().meta({ description: "What to look for; the project's own websites unless given." }),
};
export const depthField = integerField({ min: DEPTH_MIN, max: DEPTH_MAX })
  .optional()
  .meta({ description: `Results to read; ${DEPTH_DEFAULT} unless given.` });

const Options = z.object({
  ...PAGE_FIELDS,
  check_url: hostField().nullish().meta({ description: 'An address whose host is looked for, when `target_domain` is not given.' }),
  depth: depthField,
  force: z.boolean().optional().meta({ description: 'Past the cache of one hour.' }),
});
const Keyword = Options.extend({
  keyword_text: keywordField(),
  keyword: z.string().optional().meta({ description: 'The same as `keyword_text`.' }),
});

export const TrackRankingsBody = keywordForms(Options, Keyword, KEYWORDS_MAX);
export type TrackRankingsBody = FormsOutput<typeof TrackRankingsBody>;

export interface TrackInput {
  readonly requests: readonly TrackRequest[];
  readonly isDryRun: boolean;
}

/**
 * One keyword or many, as one list with everything filled in.
 * @throws AppError 400 for a channel that the engine does not have
 */
export function toTrackInput(body: TrackRankingsBody): TrackInput {
  const requests = toRequests(body);
  assertChannels(requests, 'keywords' in body);
  return { requests, isDryRun: body.dry_run };
}

function toRequests(body: TrackRankingsBody): TrackRequest[] {
  if (!('keywords' in body)) return [toRequest(body, body.project_id)];
  const { keywords, ...common } = body;
  const commonProjectId = 'project_id' in common ? common.project_id : '';
  return keywords.map((keyword) => toRequest({ ...keyword, ...common, ...withoutAbsent(keyword) }, keyword.project_id ?? commonProjectId));
}

type KeywordOptions = z.output<typeof Keyword>;

function toRequest(keyword: KeywordOptions, projectId: string): TrackRequest {
  return {
    projectId,
    keywordText: keyword.keyword_text,
    locationCode: keyword.location_code,
    languageCode: keyword.language_code,
    device: keyword.device ?? 'desktop',
    engine: keyword.engine ?? 'engine_a',
    channel: keyword.channel ?? 'seo',
    targetDomain: keyword.target_domain ?? keyword.check_url ?? undefined,
    depth: keyword.depth ?? DEPTH_DEFAULT,
    force: keyword.force ?? false,
  };
}

function withoutAbsent(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
