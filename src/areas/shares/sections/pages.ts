import { z } from 'zod';
import { SCALE_FIELDS, toScaleBody, toVoiceBody, VOICE_FIELDS } from '#areas/projects/index.ts';
import { listPages } from '#areas/rankings/index.ts';
import { toSharedSelection } from '../share.ts';
import { defineSection } from './section.ts';

const PAGES_MAX = 500;
const POSITION_DIGITS = 2;
const SHARE_DIGITS = 6;

const Page = z
  .object({
    page: z.string(),
    keywords: z.int().meta({ description: 'Tracked keywords that rank with it.' }),
    best_position: z.int(),
    average_position: z.number().meta({ description: 'Of these keywords.' }),
    search_volume: z
      .int()
      .nullable()
      .meta({ description: 'Of these keywords, as far as it is known, each counted once for all devices and engines. Null: of none.' }),
    share_of_voice: z.number().nullable().meta({ description: 'Of all checked keywords that fit. Null: no search volume is known.' }),
  })
  .meta({ id: 'SharedPage' });

/** Own pages that rank for what is tracked. */
export const pages = defineSection({
  name: 'pages',
  ignores: ['outcomes'],
  schema: z.object({
    ...SCALE_FIELDS,
    ...VOICE_FIELDS,
    pages: z.array(Page).meta({ description: `Those with the most keywords first, at most ${PAGES_MAX}.` }),
    total: z.int(),
    checked: z.int().meta({ description: 'Tracked keywords that fit and have a good check within the days.' }),
    ranked: z.int().meta({ description: 'Of them, those that rank by the newest one.' }),
  }),
  load: async (ctx, { projectId, filter, span }) => {
    const found = await listPages(ctx, { ...toSharedSelection(projectId, filter), ...span, limit: PAGES_MAX, offset: 0 });
    const { total, checked, ranked } = found;
    return {
      ...toScaleBody(found),
      ...toVoiceBody(found, filter),
      pages: found.pages.map(({ page, keywords, best, average, volume, shareOfVoice }) => ({
        page,
        keywords: keywords.length,
        best_position: best,
        average_position: Number(average.toFixed(POSITION_DIGITS)),
        search_volume: volume,
        share_of_voice: shareOfVoice === null ? null : Number(shareOfVoice.toFixed(SHARE_DIGITS)),
      })),
      total,
      checked,
      ranked,
    };
  },
  columns: () => [...Object.keys(Page.shape), 'position_scale', 'share_of_voice_weighed_by'],
  toRows: (body) =>
    body.pages.map((page) => ({
      ...page,
      position_scale: body.position_scale,
      share_of_voice_weighed_by: body.share_of_voice_weighing.name,
    })),
});
