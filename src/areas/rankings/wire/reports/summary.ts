import { z } from 'zod';
import { SCALE_FIELDS, toScaleBody, toVoiceBody, toVoiceColumn, VOICE_COLUMN, VOICE_FIELDS } from '#areas/projects/index.ts';
import { dayParam, idField, inOrder, integerParam } from '#http/fields.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { NOTHING, type Totals } from '../../daily-totals/totals.ts';
import { SUMMARY_GROUPS, type Summary, type SummaryDay, type SummaryInput } from '../../reports/rankings-summary.ts';
import { toShareOfVoice } from '../../reports/share-of-voice.ts';
import { CHANNELS, RELATIONSHIPS } from '../../vocabulary.ts';

const POSITION_DIGITS = 2;
const SHARE_DIGITS = 6;

export const RankingsSummaryQuery = z
  .object({
    project_id: idField(),
    start_date: dayParam().optional().meta({ description: 'The first day; 29 days before `end_date` unless given.' }),
    end_date: dayParam().optional().meta({ description: 'The last day; today unless given. Days to come are left out.' }),
    device: z.enum(['desktop', 'mobile', 'tablet']).optional(),
    location_code: integerParam({ min: 1 }).optional(),
    channel: z.enum([...CHANNELS, 'local_pack']).default('seo'),
    platform: z.enum(ENGINES).optional(),
    group_by: z
      .enum(SUMMARY_GROUPS)
      .optional()
      .meta({ description: 'The days of each tag, page, location or device too, those with the most keywords: at most 20.' }),
  })
  .refine(...inOrder('start_date', 'end_date'));

/** What the totals of a day are answered as. */
export const DAY_COUNTS = {
  keywords: z.int().meta({ description: 'Keywords whose outcome is known on the day.' }),
  checked: z.int().meta({ description: 'Of them, those with a good check on the day.' }),
  carried: z.int().meta({ description: 'Of them, those whose last good check is of an earlier day and still stands.' }),
  ranked: z.int(),
  top_3: z.int(),
  top_10: z.int(),
  top_100: z.int(),
  not_found: z.int(),
  failed: z.int().meta({ description: 'Keywords whose checks of the day all failed. Their last good outcome stands.' }),
  average_position: z.number().nullable().meta({ description: 'Of the keywords that rank.' }),
  share_of_voice: z.number().nullable().meta({ description: 'From 0 to 1. Null: no search volume is known.' }),
  search_volume: z.int().meta({ description: 'Of the keywords whose outcome and volume are known.' }),
  keywords_without_volume: z.int().meta({ description: 'They count everywhere but in the share of voice.' }),
  movers: z.object({ up: z.int(), down: z.int(), new: z.int(), lost: z.int(), unchanged: z.int() }).meta({
    description:
      'Of the keywords with a good check on the day, against the last good check of an earlier date. A first check has not moved.',
  }),
};

const SummaryAsset = z
  .object({
    asset_id: z.string().nullable().meta({ description: 'Null: a target domain of keywords, or an asset that was removed.' }),
    asset_name: z.string().nullable(),
    domain: z.string(),
    relationship: z.enum(RELATIONSHIPS),
    ...DAY_COUNTS,
  })
  .meta({ id: 'RankingSummaryAsset' });

const SummaryDayBody = z
  .object({ date: z.string(), ...DAY_COUNTS, position_scale: SCALE_FIELDS.position_scale, ...VOICE_COLUMN, assets: z.array(SummaryAsset) })
  .meta({ id: 'RankingSummaryDay', description: 'The counts are those of the best own site of each keyword.' });

const SummaryGroupBody = z
  .object({
    group: z.string().meta({ description: 'The id of the tag, the page, the code of the location, or the device.' }),
    name: z.string(),
    days: z.array(z.object({ date: z.string(), ...DAY_COUNTS })),
  })
  .meta({ id: 'RankingSummaryGroup', description: 'The counts are those of the best own site of each keyword.' });

export const RankingsSummaryResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  ...SCALE_FIELDS,
  ...VOICE_FIELDS,
  channel: z.enum(CHANNELS),
  platform: z.enum(ENGINES).nullable(),
  device: z.string().nullable(),
  location_code: z.int().nullable(),
  days: z.array(SummaryDayBody),
  group_by: z.enum(SUMMARY_GROUPS).nullable(),
  groups: z.array(SummaryGroupBody).nullable().meta({
    description: 'Null without `group_by`. A keyword is in the group of each of its tags, and of the page that it ranks with now.',
  }),
});

export function toSummaryInput(query: z.output<typeof RankingsSummaryQuery>): SummaryInput {
  return {
    projectId: query.project_id,
    startDate: query.start_date,
    endDate: query.end_date,
    device: query.device,
    locationCode: query.location_code,
    channel: query.channel === 'local_pack' ? 'local' : query.channel,
    engine: query.platform,
    groupBy: query.group_by,
  };
}

export function toRankingsSummaryBody(input: SummaryInput, summary: Summary): z.input<typeof RankingsSummaryResponse> {
  return {
    success: true,
    project_id: input.projectId,
    start_date: summary.from,
    end_date: summary.to,
    ...toScaleBody(summary),
    ...toVoiceBody(summary, input),
    channel: input.channel,
    platform: input.engine ?? null,
    device: input.device ?? null,
    location_code: input.locationCode ?? null,
    days: summary.days.map((day) => toDayBody(day, summary, toVoiceColumn(summary, input))),
    group_by: input.groupBy ?? null,
    groups:
      summary.groups?.map(({ group, name, days }) => ({
        group,
        name,
        days: days.map(({ day, own }) => ({ date: day, ...toDayCounts(own) })),
      })) ?? null,
  };
}

/** Assets without an outcome are shown as such; sites that are no longer assets come after them. */
function toDayBody(
  { day, own, sites }: SummaryDay,
  { assets, positionScale }: Summary,
  weighed: ReturnType<typeof toVoiceColumn>,
): z.input<typeof SummaryDayBody> {
  const byDomain = new Map(sites.map((site) => [site.domain, site]));
  const watched = new Set(assets.map(({ value }) => value));
  const others = sites.filter(({ domain }) => !watched.has(domain));
  return {
    date: day,
    ...toDayCounts(own),
    position_scale: positionScale,
    ...weighed,
    assets: [
      ...assets.map(({ id, name, value, role }) => ({
        asset_id: id,
        asset_name: name,
        domain: value,
        relationship: role === 'primary' ? ('MINE' as const) : ('COMPETITOR' as const),
        ...toDayCounts(byDomain.get(value)),
      })),
      ...others.map((site) => ({
        asset_id: null,
        asset_name: null,
        domain: site.domain,
        relationship: site.relationship,
        ...toDayCounts(site),
      })),
    ],
  };
}

type DayCounts = { [Name in keyof typeof DAY_COUNTS]: z.input<(typeof DAY_COUNTS)[Name]> };

/** @param totals those of a day on which nothing is known unless given */
export function toDayCounts(totals: Totals = NOTHING): DayCounts {
  const { keywords, checked, ranked, up, down, new: entered, lost, unchanged } = totals;
  const share = toShareOfVoice(totals);
  return {
    keywords,
    checked,
    carried: keywords - checked,
    ranked,
    top_3: totals.top3,
    top_10: totals.top10,
    top_100: totals.top100,
    not_found: keywords - ranked,
    failed: totals.failed,
    average_position: ranked === 0 ? null : round(totals.positionSum / ranked, POSITION_DIGITS),
    share_of_voice: share === null ? null : round(share, SHARE_DIGITS),
    search_volume: totals.volumeSum,
    keywords_without_volume: keywords - totals.volumeKeywords,
    movers: { up, down, new: entered, lost, unchanged },
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
