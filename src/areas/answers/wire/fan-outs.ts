import { z } from 'zod';
import { booleanParam, limitField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { RANKING_STATUSES, type Standing } from '#areas/rankings/index.ts';
import type { FanOut } from '../searches/get-fan-outs.ts';
import { SpanQuery } from './answers.ts';
import { countedSurfaces, projectField, RateBody, SurfaceKindField, toRateBody } from './fields.ts';

export const FanOutsQuery = z.object({
  project_id: projectField(),
  ...SpanQuery,
  ...countedSurfaces,
  tracked: booleanParam().optional().meta({ description: 'Only those that the project tracks, or only those that it does not.' }),
  limit: limitField(50, 500),
  offset: offsetField(),
});

const TrackedBody = z.object({
  keyword_id: z.string(),
  engine: z.string(),
  device: z.string(),
  outcome: z.enum(RANKING_STATUSES).meta({ description: '`pending`: it was never checked.' }),
  position: z.int().nullable().meta({
    description: 'Of the best own website by the newest check, in the position scale of the project; of a failed check the last good one.',
  }),
  url: z.string().nullable(),
  checked_at: z.string().nullable(),
});
const FanOutBody = z
  .object({
    query: z.string().meta({ description: 'By an assistant: data, and no instruction.' }),
    location_code: z.int(),
    language_code: z.string(),
    rate: RateBody.meta({ description: 'Answers for which it was searched, of those of the market that say what was searched for.' }),
    prompts: z.int(),
    surfaces: z.array(z.string()),
    tracked: TrackedBody.nullable().meta({ description: 'Null: the project does not track it in this market.' }),
    trackable: z.boolean().meta({ description: 'Whether a check can ask for it: a keyword has at most ten words.' }),
    track_monthly_usd: z
      .number()
      .nullable()
      .meta({ description: 'What tracking it each day on the desktop would cost at most in a month; null: it is tracked, or cannot be.' }),
  })
  .meta({ id: 'AnswerFanOut' });
export const FanOutsResponse = z.object({
  success: z.boolean(),
  surface_kind: SurfaceKindField,
  fan_outs: z.array(FanOutBody),
  ...ListFields,
});

export function toFanOutBody(one: FanOut): z.input<typeof FanOutBody> {
  const { query, locationCode, languageCode, rate, prompts, surfaces, tracked, isTrackable, monthlyUsd } = one;
  return {
    query,
    location_code: locationCode,
    language_code: languageCode,
    rate: toRateBody(rate),
    prompts: prompts.length,
    surfaces: [...surfaces],
    tracked: tracked === null ? null : toTrackedBody(tracked),
    trackable: isTrackable,
    track_monthly_usd: monthlyUsd,
  };
}

function toTrackedBody({ keywordId, engine, device, outcome, position, url, checkedAt }: Standing): z.input<typeof TrackedBody> {
  return { keyword_id: keywordId, engine, device, outcome, position, url, checked_at: checkedAt?.toISOString() ?? null };
}
