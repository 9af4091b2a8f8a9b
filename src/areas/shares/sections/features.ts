import { z } from 'zod';
import { listFeatures } from '#areas/rankings/index.ts';
import { toSharedSelection } from '../share.ts';
import { defineSection } from './section.ts';

const COUNTS = z.array(z.int().nullable());

/** What result pages had beside their organic results. */
export const features = defineSection({
  name: 'features',
  ignores: ['keywords', 'outcomes'],
  schema: z.object({
    days: z.array(z.string()),
    checked: z.array(z.int()).meta({ description: 'Keywords with a good check, for each day.' }),
    features: z
      .array(
        z.object({
          feature: z.string(),
          keywords: COUNTS.meta({ description: 'On whose result page it was, for each day; null: nothing was checked.' }),
          ours: COUNTS.nullable().meta({ description: 'Of them, those with an own site among its results; null: not known.' }),
          loaded: COUNTS.optional().meta({ description: 'Of AI overviews: of how many of them it is known whom they cite.' }),
        }),
      )
      .meta({ description: 'Those on the most pages first.' }),
  }),
  load: async (ctx, { projectId, filter, span }) => {
    const { days, checked, features: found } = await listFeatures(ctx, { ...toSharedSelection(projectId, filter), ...span });
    return {
      days: [...days],
      checked: [...checked],
      features: found.map(({ feature, keywords, ours, loaded }) => ({
        feature,
        keywords: [...keywords],
        ours: ours && [...ours],
        ...(loaded && { loaded: [...loaded] }),
      })),
    };
  },
  columns: () => ['date', 'feature', 'checked', 'keywords', 'ours', 'loaded'],
  toRows: ({ days, checked, features: found }) =>
    days.flatMap((date, at) =>
      found.map(({ feature, keywords, ours, loaded }) => ({
        date,
        feature,
        checked: checked[at],
        keywords: keywords[at],
        ours: ours?.[at],
        loaded: loaded?.[at],
      })),
    ),
});
