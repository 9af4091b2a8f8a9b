import { z } from 'zod';
import { limitField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { SOURCE_GROUPINGS, type CitedSource } from '../sources/get-sources.ts';
import { LINK_STATES, type AnswerGap, type AnswerGaps } from '../sources/get-gaps.ts';
import { SITE_OWNERS } from '../sources/sides.ts';
import { SpanQuery } from './answers.ts';
import { countedSurfaces, projectField, RateBody, SurfaceKindField, toRateBody } from './fields.ts';

const weeks = { project_id: projectField(), ...SpanQuery, ...countedSurfaces };
const page = { limit: limitField(50, 500), offset: offsetField() };

export const SourcesQuery = z.object({ ...weeks, group_by: z.enum(SOURCE_GROUPINGS).default('domain'), ...page });
export const GapsQuery = z.object({ ...weeks, ...page });

const classified = {
  domain_type: z.string().nullable().meta({ description: 'What the site is, by the classifier; null: it is not known.' }),
  classified_at: z.string().nullable().meta({ description: 'Null: it was never classified.' }),
};

const SourceBody = z
  .object({
    source: z.string().meta({
      description:
        'A site, a page, or with `group_by=class` a class of sites: `not_classified` are those that the classifier never looked at, `undecided` those of which it could not say it.',
    }),
    owner: z.enum(SITE_OWNERS).nullable().meta({ description: 'Null: a class.' }),
    rate: RateBody,
    prompts: z.int(),
    surfaces: z.array(z.string()),
    beside_rivals: z.int().meta({ description: 'Answers that cite it and name a competitor, but no own brand.' }),
    sites: z.int().meta({ description: 'Sites of a class; else 1.' }),
    ...classified,
  })
  .meta({ id: 'CitedSource' });
export const SourcesResponse = z.object({
  success: z.boolean(),
  surface_kind: SurfaceKindField,
  sources: z.array(SourceBody),
  ...ListFields,
});

const GapBody = z
  .object({
    domain: z.string(),
    beside_rivals: RateBody.meta({ description: 'Answers that cite it, of those that name a competitor or cite its site.' }),
    beside_us: RateBody.meta({ description: 'The same of answers that name us or cite our site: none, and how sure that is.' }),
    answers: z.int().meta({ description: 'All answers that cite it.' }),
    prompts: z.int().meta({ description: 'Whose answers cite it beside a competitor.' }),
    surfaces: z.array(z.string()),
    ...classified,
    links: z.object({
      state: z.enum(LINK_STATES).meta({
        description:
          'Whether it links to own sites: `live`; `lost`: it did; `none`: all referring domains are known, and it is none; `not_found`: it is none of those that were fetched; `not_looked`: none were fetched.',
      }),
      backlinks: z.int().nullable(),
      rivals: z
        .int()
        .nullable()
        .meta({ description: 'Sites of competitors that it links to; null: the referring domains of none were fetched.' }),
      rank: z.int().nullable().meta({ description: '0 to 100; null: not known.' }),
    }),
  })
  .meta({ id: 'AnswerGap' });
export const GapsResponse = z.object({
  success: z.boolean(),
  surface_kind: SurfaceKindField,
  from: z.string(),
  to: z.string(),
  answers: z.int().meta({ description: 'Answered samples.' }),
  with_rivals: z.int().meta({ description: 'Those that name a competitor or cite its site.' }),
  with_us: z.int().meta({ description: 'Those that name us or cite our site.' }),
  gaps: z.array(GapBody),
  ...ListFields,
});

export function toSourceBody(one: CitedSource): z.input<typeof SourceBody> {
  const { source, owner, rate, prompts, surfaces, besideRivals, sites, domainType, classifiedAt } = one;
  return {
    source,
    owner,
    rate: toRateBody(rate),
    prompts,
    surfaces: [...surfaces],
    beside_rivals: besideRivals,
    sites,
    domain_type: domainType,
    classified_at: classifiedAt?.toISOString() ?? null,
  };
}

export function toGapCounts({ from, to, answers, withRivals, withUs }: AnswerGaps) {
  return { from, to, answers, with_rivals: withRivals, with_us: withUs };
}

export function toGapBody(gap: AnswerGap): z.input<typeof GapBody> {
  const { domain, besideRivals, besideUs, answers, prompts, surfaces, domainType, classifiedAt, links } = gap;
  return {
    domain,
    beside_rivals: toRateBody(besideRivals),
    beside_us: toRateBody(besideUs),
    answers,
    prompts,
    surfaces: [...surfaces],
    domain_type: domainType,
    classified_at: classifiedAt?.toISOString() ?? null,
    links: { ...links },
  };
}
