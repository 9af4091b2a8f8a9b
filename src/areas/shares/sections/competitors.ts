import { z } from 'zod';
import { SCALE_FIELDS, toScaleBody, toVoiceBody, VOICE_FIELDS } from '#areas/projects/index.ts';
import { DAY_COUNTS, toDayCounts, type Summary } from '#areas/rankings/index.ts';
import { defineSection } from './section.ts';
import { readShareSummary } from './summary.ts';

const { keywords, ranked, top_3, top_10, average_position, share_of_voice } = DAY_COUNTS;
const SHOWN = { ranked, top_3, top_10, average_position, share_of_voice };
const Counts = z.object({ keywords, ...SHOWN });

const Site = z
  .object({
    domain: z.string(),
    is_own: z.boolean(),
    days: z.array(Counts.extend({ date: z.string() })),
  })
  .meta({ id: 'SharedSite' });

/** How own sites and those of competitors stand beside each other. */
export const competitors = defineSection({
  name: 'competitors',
  ignores: ['languageCode', 'tagId', 'keywords', 'outcomes'],
  schema: z.object({ ...SCALE_FIELDS, ...VOICE_FIELDS, sites: z.array(Site).meta({ description: 'Own sites first, then by domain.' }) }),
  load: async (ctx, { span, ...question }) => {
    const summary = await readShareSummary(ctx, question, span);
    return { ...toScaleBody(summary), ...toVoiceBody(summary, question.filter), sites: toSites(summary) };
  },
  columns: () => ['date', 'domain', 'is_own', ...Object.keys(SHOWN), 'position_scale', 'share_of_voice_weighed_by'],
  toRows: ({ sites, position_scale: scale, share_of_voice_weighing: { name } }) =>
    sites.flatMap(({ domain, is_own: isOwn, days }) =>
      days.map((day) => ({ ...day, domain, is_own: isOwn, position_scale: scale, share_of_voice_weighed_by: name })),
    ),
});

/** Watched sites, and those with outcomes in the span that are watched no more. */
function toSites({ days, assets }: Summary): z.input<typeof Site>[] {
  const watched = assets.map(({ value, role }) => [value, role === 'primary'] as const);
  const seen = days.flatMap(({ sites }) => sites.map(({ domain, relationship }) => [domain, relationship === 'MINE'] as const));
  const isOwn = new Map([...seen, ...watched]);
  const domains = [...isOwn.keys()].toSorted((one, other) => Number(isOwn.get(other)) - Number(isOwn.get(one)) || (one < other ? -1 : 1));
  return domains.map((domain) => ({
    domain,
    is_own: isOwn.get(domain) === true,
    days: days.map(({ day, sites }) => ({
      date: day,
      ...Counts.parse(toDayCounts(sites.find((site) => site.domain === domain))),
    })),
  }));
}
