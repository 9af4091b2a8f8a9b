import { z } from 'zod';
import { SCALE_FIELDS, toScaleBody, toVoiceBody, VOICE_FIELDS } from '#areas/projects/index.ts';
import { countMoves, DAY_COUNTS, MoveCountsBody, toDayCounts } from '#areas/rankings/index.ts';
import { defineSection } from './section.ts';
import { readShareSummary } from './summary.ts';

const Day = z
  .object({ date: z.string(), ...DAY_COUNTS })
  .meta({ id: 'SharedDay', description: 'The counts are those of the best own site of each keyword.' });
const { movers, ...plainCounts } = DAY_COUNTS;

/** What each day came to. */
export const overview = defineSection({
  name: 'overview',
  ignores: ['languageCode', 'tagId', 'keywords', 'outcomes'],
  schema: z.object({
    ...SCALE_FIELDS,
    ...VOICE_FIELDS,
    days: z.array(Day),
    compared_days: z.array(Day).nullable().meta({ description: 'The days to compare with, as many.' }),
    moves: z
      .object({ before: z.string(), after: z.string(), ...MoveCountsBody.shape })
      .meta({ description: 'How keywords stand on the last day against the last day to compare with, or else the first day shown.' }),
  }),
  load: async (ctx, { span, compared, ...question }) => {
    const between = { before: compared?.to ?? span.from, after: span.to };
    const { device, locationCode, engine, channel = 'seo' } = question.filter;
    const [now, before, moves] = await Promise.all([
      readShareSummary(ctx, question, span),
      compared === null ? undefined : readShareSummary(ctx, question, compared),
      countMoves(ctx, { projectId: question.projectId, since: between, device, locationCode, engine, channel }),
    ]);
    const toDays = ({ days }: typeof now) => days.map(({ day, own }) => ({ date: day, ...toDayCounts(own) }));
    return {
      ...toScaleBody(now),
      ...toVoiceBody(now, question.filter),
      days: toDays(now),
      compared_days: before === undefined ? null : toDays(before),
      moves: { ...between, ...moves },
    };
  },
  columns: () => ['date', ...Object.keys(plainCounts), ...Object.keys(movers.shape), 'position_scale', 'share_of_voice_weighed_by'],
  toRows: ({ days, position_scale: scale, share_of_voice_weighing: { name } }) =>
    days.map(({ movers: moved, ...day }) => ({ ...day, ...moved, position_scale: scale, share_of_voice_weighed_by: name })),
});
