import { z } from 'zod';
import { DEVICES } from '#areas/keywords/index.ts';
import { SCALE_FIELDS, toScaleBody } from '#areas/projects/index.ts';
import { idField, integerParam, limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { SEVERITIES, type CompetingKeyword } from './competing.ts';
import type { CompetingInput, CompetingResult } from './list-competing-pages.ts';

const DAYS_DEFAULT = 90;
const DAYS_MIN = 2;
const DAYS_MAX = 365;
const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

export const CannibalizationQuery = z.object({
  project_id: idField(),
  days: integerParam({ min: DAYS_MIN, max: DAYS_MAX }).default(DAYS_DEFAULT).meta({ description: 'Of history, today included' }),
  severity: z.enum(SEVERITIES).default('low').meta({ description: 'The least that is listed' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const CompetingPageBody = z.object({
  url: z.string(),
  checks: z.int().meta({ description: 'In which it was found' }),
  led: z.int().meta({ description: 'In which it was the best own page' }),
  days: z.int(),
  first_day: z.string(),
  last_day: z.string(),
  best_position: z.int().meta({ description: 'In `position_scale`, as is the average.' }),
  avg_position: z.number(),
  last_position: z.int().meta({ description: 'Place among the organic results.' }),
  last_rank_absolute: z.int().meta({ description: 'Place among everything on the page.' }),
});

const CompetingKeywordBody = z
  .object({
    keyword_id: z.string(),
    site: z.string().meta({ description: 'The own website whose pages these are' }),
    other_sites: z
      .array(z.string())
      .meta({ description: 'Other own websites that ranked for the keyword too: an overlap, which is not counted here' }),
    keyword: z.string(),
    keyword_text: z.string(),
    platform: z.enum(ENGINES),
    device: z.enum(DEVICES),
    location_code: z.int(),
    language_code: z.string(),
    severity: z.enum(SEVERITIES),
    checks: z.int().meta({ description: 'In which an own page ranked' }),
    switches: z.int().meta({ description: 'How often another own page became the best one' }),
    together: z.int().meta({ description: 'Checks with several own pages on one result page' }),
    pages: z.array(CompetingPageBody),
  })
  .meta({ id: 'CompetingKeyword' });

export const CannibalizationResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  from: z.string(),
  ...SCALE_FIELDS,
  keywords: z.array(CompetingKeywordBody),
  ...ListFields,
});

export function toCompetingInput({ project_id: projectId, ...query }: z.output<typeof CannibalizationQuery>): CompetingInput {
  return { projectId, ...query };
}

export function toCannibalizationBody(
  input: CompetingInput,
  { keywords, total, from, ...scales }: CompetingResult,
): z.input<typeof CannibalizationResponse> {
  return {
    success: true,
    project_id: input.projectId,
    from,
    ...toScaleBody(scales),
    keywords: keywords.map(toKeywordBody),
    ...toListFields(keywords, input, total),
  };
}

function toKeywordBody(row: CompetingKeyword): z.input<typeof CompetingKeywordBody> {
  const pages = row.pages.map((page) => toBody(CompetingPageBody, { ...page, avgPosition: Math.round(page.avgPosition * 10) / 10 }));
  return toBody(CompetingKeywordBody, { ...row, otherSites: [...row.otherSites], keywordText: row.keyword, platform: row.engine, pages });
}
