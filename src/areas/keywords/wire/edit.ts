import { z } from 'zod';
import { dryRunField, EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { JOURNEYS } from '#areas/classification/index.ts';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { descriptionField, idField, integerField, listField } from '#http/fields.ts';
import { invalid } from '#kernel/errors.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { CHECK_INTERVALS } from '../tracking/due-time.ts';
import { CHANNELS, DEPTH_MAX, DEPTH_MIN, DEPTH_STRATEGIES, DEVICES, TRACKING_STATUSES } from '../keyword.ts';
import type { KeywordChanges } from '../organize/changes.ts';
import { KEYWORDS_MAX, type EditedKeywords, type KeywordsEdit } from '../organize/edit-keywords.ts';
import type { EditEstimate } from '../organize/estimate-edit.ts';
import { TAGS_OF_KEYWORD_MAX } from '../organize/tag.ts';
import { BODY_FILTERS, SEARCH_LENGTH_MAX, toSelection } from './selection.ts';
import { countKeywords } from './track.ts';

const TARGET_URL_LENGTH_MAX = 2048;

/** The address of a page, without what follows `#`: that does not make another page. */
function pageField() {
  return z
    .url({ protocol: /^https?$/u, error: 'must be an http or https address' })
    .max(TARGET_URL_LENGTH_MAX)
    .transform((text) => {
      const url = new URL(text);
      url.hash = '';
      return url.href;
    });
}

const tagIdsField = () => listField(idField(), { max: TAGS_OF_KEYWORD_MAX }).optional();

const Changes = z.object({
  tag_ids: tagIdsField().meta({ description: 'Instead of the tags that it has.' }),
  add_tag_ids: tagIdsField(),
  remove_tag_ids: tagIdsField().meta({ description: 'Taken away before others are given.' }),
  note: descriptionField().nullish().meta({ description: 'Null or empty removes it.' }),
  starred: z.boolean().optional(),
  target_url: pageField().nullish().meta({ description: 'The page that is meant to rank; null removes it.' }),
  check_interval: z.enum(CHECK_INTERVALS).optional(),
  depth_strategy: z.enum(DEPTH_STRATEGIES).optional(),
  depth: integerField({ min: DEPTH_MIN, max: DEPTH_MAX }).optional().meta({ description: 'Results to read.' }),
});

/** Where a keyword is tracked; left out: everywhere in the project. */
const PageFields = { engine: z.enum(ENGINES).optional(), channel: z.enum(CHANNELS).optional() };

export const EditKeywordParams = z.object({ keyword_id: idField() });
export const EditKeywordBody = Changes.extend({
  project_id: idField(),
  engine: PageFields.engine.meta({ description: 'Left out: the keyword in every engine and channel.' }),
  channel: PageFields.channel,
  dry_run: dryRunField(),
});

const Filter = z
  .object({
    search: z.string().trim().min(1).max(SEARCH_LENGTH_MAX).optional().meta({ description: 'A part of the keyword.' }),
    ...BODY_FILTERS,
    untagged: z.boolean().optional(),
    ...PageFields,
    device: z.enum(DEVICES).optional(),
    location_code: locationCodeField().optional(),
    language_code: languageCodeField().optional(),
    check_interval: z.enum(CHECK_INTERVALS).optional(),
    journey: z.enum(JOURNEYS).optional(),
    status: z
      .enum([...TRACKING_STATUSES, 'all'])
      .default('active')
      .meta({ description: '`active` includes `tracking`.' }),
  })
  .meta({ id: 'KeywordFilter' });

export const EditKeywordsBody = Changes.extend({
  project_id: idField(),
  keyword_ids: listField(idField(), { min: 1, max: KEYWORDS_MAX })
    .optional()
    .meta({ description: 'These, in every engine and channel. Either they or `filter` are given.' }),
  filter: Filter.optional().meta({ description: `All that fit, up to ${KEYWORDS_MAX} keywords.` }),
  untrack: z.boolean().default(false).meta({ description: 'Ends the tracking.' }),
  dry_run: dryRunField(),
});

const NOT_TRACKED = 'Ids that the project has never tracked.';

export const EditKeywordsResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  dry_run: z.boolean(),
  keywords: z.int().meta({ description: 'How many keywords were meant.' }),
  checks_changed: z.int().meta({ description: 'How many, each in one engine and channel, are checked otherwise now.' }),
  untracked: z.int().meta({ description: 'How many, each in one engine and channel, are untracked now.' }),
  not_tracked: z.array(z.string()).meta({ description: NOT_TRACKED }),
});

export const EditEstimateResponse = EstimateResponse.extend({
  keywords: z.int(),
  not_tracked: z.array(z.string()).meta({ description: NOT_TRACKED }),
  monthly_before_usd: z.number().meta({ description: 'What checks of the keywords cost in 30 days.' }),
  monthly_after_usd: z.number(),
  month_end_change_usd: z.number().meta({ description: 'By how much the present month (UTC) ends higher, or lower.' }),
});

export function toKeywordEdit(keywordId: string, body: z.output<typeof EditKeywordBody>): KeywordsEdit {
  const channels = body.channel === undefined ? CHANNELS : [body.channel];
  return {
    selection: {
      projectId: body.project_id,
      keywordIds: [keywordId],
      engines: body.engine && [body.engine],
      channels,
      statuses: TRACKING_STATUSES,
    },
    changes: toChanges(body),
  };
}

/** @throws AppError 400 unless exactly one of `keyword_ids` and `filter` is given */
export function toKeywordsEdit(body: z.output<typeof EditKeywordsBody>): KeywordsEdit {
  const { project_id: projectId, keyword_ids: keywordIds, filter } = body;
  const changes = { ...toChanges(body), isUntracked: body.untrack };
  if (keywordIds !== undefined && filter === undefined)
    return { selection: { projectId, keywordIds, channels: CHANNELS, statuses: TRACKING_STATUSES }, changes };
  if (keywordIds !== undefined || filter === undefined)
    throw invalid([{ path: 'keyword_ids', message: 'or filter must be given, and not both' }]);
  const channels = filter.channel === undefined ? CHANNELS : [filter.channel];
  return { selection: { ...toSelection(filter), projectId, channels }, changes };
}

function toChanges(body: z.output<typeof Changes>): KeywordChanges {
  return {
    tagIds: body.tag_ids,
    addTagIds: body.add_tag_ids,
    removeTagIds: body.remove_tag_ids,
    note: body.note === '' ? null : body.note,
    isStarred: body.starred,
    targetUrl: body.target_url,
    checkInterval: body.check_interval,
    depthStrategy: body.depth_strategy,
    depth: body.depth,
  };
}

export function toEditBody(edited: EditedKeywords): z.input<typeof EditKeywordsResponse> {
  return {
    success: true,
    message: `Changed ${countKeywords(edited.keywords)}`,
    dry_run: false,
    keywords: edited.keywords,
    checks_changed: edited.retimed,
    untracked: edited.untracked,
    not_tracked: [...edited.unknown],
  };
}

export function toEditEstimateBody(priced: EditEstimate): z.input<typeof EditEstimateResponse> {
  return {
    ...toEstimateBody(priced.estimate),
    keywords: priced.keywords,
    not_tracked: [...priced.unknown],
    monthly_before_usd: priced.monthlyBeforeUsd,
    monthly_after_usd: priced.monthlyAfterUsd,
    month_end_change_usd: priced.monthEndChangeUsd,
  };
}
