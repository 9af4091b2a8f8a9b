import { z } from 'zod';
import { TRACKED_FILTERS, toTrackedSelection } from '#areas/keywords/index.ts';
import type { FeatureDays, FeaturesInput } from '../features/list-features.ts';
import { SPAN, SPAN_HEAD, SPAN_ORDER } from './grid.ts';

export const FeaturesQuery = z.object({ ...TRACKED_FILTERS, ...SPAN, group_by: z.enum(['day']).default('day') }).refine(...SPAN_ORDER);

const COUNTS = z.array(z.int().nullable());

export const FeaturesResponse = z.object({
  ...SPAN_HEAD,
  group_by: z.enum(['day']),
  days: z.array(z.string()),
  checked: z.array(z.int()).meta({ description: 'Keywords with a good check, for each day.' }),
  features: z
    .array(
      z.object({
        feature: z.string(),
        keywords: COUNTS.meta({ description: 'On whose result page it was, for each day; null: nothing was checked.' }),
        ours: COUNTS.nullable().meta({
          description:
            'Of them, those with an own site or place among its results. Null: its results are kept without the sites they lead to. Of ' +
            '`ai_overview` those that cite an own site; null on a day on which none of them was loaded.',
        }),
        loaded: COUNTS.optional().meta({
          description: 'Of `ai_overview`: on how many of these pages it was loaded, so that it is known whom it cites.',
        }),
      }),
    )
    .meta({ description: 'Those on the most pages first.' }),
});

export function toFeaturesInput(query: z.output<typeof FeaturesQuery>): FeaturesInput {
  const { from, to } = query;
  return { ...toTrackedSelection(query), from, to };
}

export function toFeaturesBody({ projectId }: FeaturesInput, found: FeatureDays): z.input<typeof FeaturesResponse> {
  return {
    success: true,
    project_id: projectId,
    time_zone: found.timeZone,
    from: found.span.from,
    to: found.span.to,
    group_by: 'day',
    days: [...found.days],
    checked: [...found.checked],
    features: found.features.map(({ feature, keywords, ours, loaded }) => ({
      feature,
      keywords: [...keywords],
      ours: ours && [...ours],
      ...(loaded && { loaded: [...loaded] }),
    })),
  };
}
