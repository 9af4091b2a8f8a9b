import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import { NO_PREVIEW_FACTS } from '../preview/count-facts.ts';
import type { Preview } from '../preview/preview.ts';

const RowBody = z
  .object({
    row: z.number(),
    keyword: z.string(),
    domain: z.string(),
    date: z.string(),
    device: z.string(),
    location_code: z.number(),
    language_code: z.string(),
    engine: z.string(),
    outcome: z.enum(['ranked', 'not_found', 'unknown']),
    position: z.number().nullable().meta({ description: 'In `scale`. Null unless ranked.' }),
    scale: z.enum(['organic', 'page', 'unknown']),
    depth: z.number().nullable().meta({ description: 'To which place was read where nothing was found; null: not known.' }),
    quality: z.enum(['measured', 'as_reported', 'index']),
  })
  .meta({ id: 'ImportPreviewRow' });

const SampleBody = z.object({
  keyword: z.string(),
  domain: z.string(),
  scale: z.enum(['organic', 'page', 'unknown']),
  points: z
    .array(z.object({ date: z.string(), outcome: z.enum(['ranked', 'not_found', 'unknown']), position: z.number().nullable() }))
    .max(1_000),
});

const PreviewBody = z
  .object({
    rows: z.array(RowBody).max(20),
    sample: SampleBody.nullable().meta({ description: 'Days of the first keyword that ranks; null: nothing ranks.' }),
    keywords: z.object({ new: z.number(), known: z.number() }).meta({ description: '`known`: the project tracks them.' }),
    monthly_cost_usd: z
      .number()
      .nullable()
      .meta({ description: 'At most, when all of its keywords are checked every day; null: they are more than 10,000.' }),
    days: z.number(),
    first_day: z.string().nullable(),
    last_day: z.string().nullable(),
    points: z.object({ ranked: z.number(), not_found: z.number(), unknown: z.number() }),
    duplicates: z.number().meta({ description: 'The same keyword, site and day again, with the same place.' }),
    conflicts: z.number().meta({ description: 'The same with another place: the better one shows.' }),
    rejected: z.number(),
    pages: z.number().meta({ description: 'Result pages that the other program kept: competitors get their past from them.' }),
    keyword_facts: z.object({ tagged: z.number(), starred: z.number(), volumes: z.number(), ranges: z.number() }).meta({
      description:
        'Keywords with tags, a star, a number of searches, and a range of searches that is no exact figure: `GET /keywords` has them once it is committed.',
    }),
    notes: z.number().meta({ description: 'Notes of people beside days, which become annotations.' }),
    totals: z
      .array(
        z.object({
          table: z.enum(['query', 'page', 'day', 'other']),
          rows: z.number(),
          clicks: z.number(),
          impressions: z.number(),
          first: z
            .array(z.object({ name: z.string(), clicks: z.number(), impressions: z.number(), ctr: z.number(), position: z.number() }))
            .max(10),
        }),
      )
      .max(4)
      .meta({ description: 'Clicks and impressions of a span of days: they are shown, and never made into days.' }),
    tokens: z
      .array(z.object({ token: z.string(), count: z.number(), rows: z.array(z.number()).max(3) }))
      .max(200)
      .meta({
        description: 'Texts that are no plain place, each with rows where it stands; `meanings` of the mapping says what they mean.',
      }),
    tokens_cut: z.boolean().meta({ description: 'There are more than are listed.' }),
  })
  .meta({ id: 'ImportPreview' });

export const PreviewResponse = z.object({ success: z.boolean(), preview: PreviewBody });

export function toPreviewBody({ rows, sample, points, isTokensCut, tokens, ...preview }: Preview): z.input<typeof PreviewResponse> {
  return {
    success: true,
    preview: toBody(PreviewBody, {
      ...NO_PREVIEW_FACTS,
      ...preview,
      // A preview of before has no ranges.
      keywordFacts: { ...NO_PREVIEW_FACTS.keywordFacts, ranges: 0, ...preview.keywordFacts },
      totals: (preview.totals ?? []).map(({ first, ...sums }) => ({ ...sums, first: [...first] })),
      points: { ranked: points.ranked, not_found: points.notFound, unknown: points.unknown },
      rows: rows.map((row) => toBody(RowBody, { ...row, date: row.day }) as z.input<typeof RowBody>),
      tokens: tokens.map(({ token, count, rows: found }) => ({ token, count, rows: [...found] })),
      tokensCut: isTokensCut,
      sample: sample && { ...sample, points: sample.points.map(({ day, ...point }) => ({ ...point, date: day })) },
    }),
  };
}
