import { z } from 'zod';
import { toSurfaceKind } from '#providers/search-data/index.ts';
import { GROUPINGS, type AnswerSummary, type SeriesPoint, type SummaryGroup } from '../rates/get-summary.ts';
import type { Summary } from '../rates/summarize.ts';
import { SpanQuery } from './answers.ts';
import {
  ChangeBody,
  listUnavailable,
  projectField,
  RateBody,
  ShareBody,
  SurfaceKindField,
  toChangeBody,
  toRateBody,
  toShareBody,
  UnavailableBody,
} from './fields.ts';

export const SummaryQuery = z.object({ project_id: projectField(), ...SpanQuery, group_by: z.enum(GROUPINGS).default('surface') });
export const SeriesQuery = z.object({ project_id: projectField(), ...SpanQuery });
const summary = {
  samples: z
    .record(z.string(), z.int())
    .meta({ description: 'How many ended as `answered`, `refused`, `empty`, `failed` or `skipped`; only answered ones count in rates.' }),
  models: z.array(z.string()),
  web_used: RateBody,
  mention_rate: RateBody,
  citation_rate: RateBody,
  citation_rate_of_cited: RateBody.meta({ description: 'Over answers that cite anything.' }),
  named_first: RateBody.meta({ description: 'Over answers that name an own brand.' }),
  share_of_voice: ShareBody,
  citation_share: ShareBody,
};
const GroupBody = z
  .object({
    surface: z.string(),
    surface_kind: SurfaceKindField,
    group: z.string().nullable().meta({ description: 'A prompt, topic or tag by `group_by`; null for whole surfaces.' }),
    ...summary,
    change: z.object({ mention_rate: ChangeBody, citation_rate: ChangeBody }),
  })
  .meta({ id: 'AnswerSummary' });
export const SummaryResponse = z.object({
  success: z.boolean(),
  from: z.string(),
  to: z.string(),
  pending: z.int().meta({ description: 'Planned answers of these weeks that are still to come.' }),
  groups: z.array(GroupBody),
  unavailable: z.array(UnavailableBody).max(10).meta({ description: 'Surfaces of which there is no figure, and why.' }),
});
const PointBody = z
  .object({
    surface: z.string(),
    surface_kind: SurfaceKindField,
    week: z.string().meta({ description: 'Its Monday.' }),
    model_break: z.boolean().meta({ description: 'The models are others than the week before: no line crosses it.' }),
    detector_break: z.boolean().meta({ description: 'Names were found by other rules than in the week before: no line crosses it.' }),
    ...summary,
  })
  .meta({ id: 'AnswerWeek' });
export const SeriesResponse = z.object({ success: z.boolean(), weeks: z.array(PointBody) });
function toSummaryBody(one: Summary) {
  return {
    samples: { ...one.samples },
    models: [...one.models],
    web_used: toRateBody(one.webUsed),
    mention_rate: toRateBody(one.mentionRate),
    citation_rate: toRateBody(one.citationRate),
    citation_rate_of_cited: toRateBody(one.citationRateOfCited),
    named_first: toRateBody(one.namedFirst),
    share_of_voice: toShareBody(one.shareOfVoice),
    citation_share: toShareBody(one.citationShare),
  };
}

function toGroupBody({ surface, group, summary: one, changes }: SummaryGroup): z.input<typeof GroupBody> {
  return {
    surface,
    surface_kind: toSurfaceKind(surface),
    group,
    ...toSummaryBody(one),
    change: { mention_rate: toChangeBody(changes.mentionRate), citation_rate: toChangeBody(changes.citationRate) },
  };
}

export function toSummaryResponse({ from, to, pending, groups }: AnswerSummary): z.input<typeof SummaryResponse> {
  return { success: true, from, to, pending, groups: groups.map(toGroupBody), unavailable: listUnavailable() };
}

export function toPointBody({ surface, period, summary: one, isModelBreak, isDetectorBreak }: SeriesPoint): z.input<typeof PointBody> {
  return {
    surface,
    surface_kind: toSurfaceKind(surface),
    week: period,
    model_break: isModelBreak,
    detector_break: isDetectorBreak,
    ...toSummaryBody(one),
  };
}
