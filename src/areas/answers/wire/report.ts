import { z } from 'zod';
import { toSurfaceKind } from '#providers/search-data/index.ts';
import type { AnswersReport, ReportedSurface } from '../report/read-report.ts';
import { ChangeBody, RateBody, ShareBody, SurfaceKindField, toChangeBody, toRateBody, toShareBody } from './fields.ts';

const SURFACES_MAX = 10;
const DaysBody = z.object({ from: z.string(), to: z.string() });

const SurfaceBody = z
  .object({
    surface: z.string(),
    surface_kind: SurfaceKindField,
    samples: z
      .record(z.string(), z.int())
      .meta({ description: 'How many ended as `answered`, `refused`, `empty`, `failed` or `skipped`; only answered ones count in rates.' }),
    models: z.array(z.string()).max(100),
    mention_rate: RateBody,
    citation_rate: RateBody,
    share_of_voice: ShareBody,
    change: z
      .object({ mention_rate: ChangeBody, citation_rate: ChangeBody })
      .nullable()
      .meta({ description: 'Null: nothing is compared.' }),
  })
  .meta({ id: 'ReportedSurface' });
export type ReportedSurfaceBody = z.input<typeof SurfaceBody>;

/** What answers of some weeks say, without what they cost and without the answers. */
export const AnswersReportFields = {
  weeks: DaysBody.nullable().meta({
    description: 'The first and the last day of the whole weeks (UTC) that are counted; null: no whole week lies in the days.',
  }),
  compared_weeks: DaysBody.nullable(),
  surfaces: z.array(SurfaceBody).max(SURFACES_MAX).meta({ description: 'Empty, with nothing pending: no assistant was asked.' }),
  pending: z.int().meta({ description: 'Planned answers of these weeks that are still to come.' }),
};
const Report = z.object(AnswersReportFields);

export function toAnswersReportBody({ days, compared, surfaces, pending }: AnswersReport): z.input<typeof Report> {
  return { weeks: days && { ...days }, compared_weeks: compared && { ...compared }, surfaces: surfaces.map(toSurfaceBody), pending };
}

function toSurfaceBody({ surface, summary, changes }: ReportedSurface): ReportedSurfaceBody {
  const { samples, models, mentionRate, citationRate, shareOfVoice } = summary;
  return {
    surface,
    surface_kind: toSurfaceKind(surface),
    samples: { ...samples },
    models: [...models],
    mention_rate: toRateBody(mentionRate),
    citation_rate: toRateBody(citationRate),
    share_of_voice: toShareBody(shareOfVoice),
    change: changes && { mention_rate: toChangeBody(changes.mentionRate), citation_rate: toChangeBody(changes.citationRate) },
  };
}
