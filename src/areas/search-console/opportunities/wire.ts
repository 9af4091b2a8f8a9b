import { z } from 'zod';
import { RANKING_STATUSES } from '#areas/rankings/index.ts';
import { inOrder, limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { FIGURES, roundFigures, SCOPE_HEAD, SPAN_FIELDS, toScopeBody } from '../performance/wire.ts';
import type { OpportunitiesInput } from './get-opportunities.ts';
import { KINDS, REASONS, type Opportunities, type Opportunity } from './opportunity.ts';

const ROWS_MAX = 1_000;
const PAGES_MAX = 5;

export const OpportunitiesQuery = z
  .object({
    kind: z
      .enum(KINDS)
      .default('striking_distance')
      .meta({
        description:
          '`striking_distance`: queries on average at 4 to 20 with more impressions than half of all, no own brand. `untracked`: queries that are not tracked. ' +
          '`without_impressions`: tracked keywords that Google has no query for. `losing_pages`: pages that lost a fifth of their clicks, and 10 at least, ' +
          'against as many days before, at a position that moved by less than one place. `cannibalization`: queries for which a second page has a tenth of the impressions. ' +
          '`not_found_but_shown`: measured as not found, and Google shows the property. `differing`: the place on the page and Google’s average lie more than 3 places apart, with 100 impressions.',
      }),
    ...SPAN_FIELDS,
    limit: limitField(100, ROWS_MAX),
    offset: offsetField(),
  })
  .refine(...inOrder('from', 'to'));

const OpportunityBody = z
  .object({
    query: z.string().nullable().meta({ description: 'Null: it is about a page.' }),
    page: z.string().nullable(),
    ...FIGURES,
    compared_clicks: FIGURES.clicks,
    compared_position: z.number().nullable(),
    is_tracked: z.boolean().nullable(),
    is_branded: z.boolean().nullable().meta({ description: 'It names an own website. Null: not known.' }),
    keyword_id: z.string().nullable(),
    device: z.string().nullable().meta({ description: 'That the keyword is tracked on. Null: all devices.' }),
    location_code: z.int().nullable(),
    status: z.enum(RANKING_STATUSES).nullable().meta({ description: 'Of the newest check.' }),
    measured_position: z.int().nullable().meta({ description: 'Among organic results.' }),
    measured_rank_absolute: z.int().nullable().meta({ description: 'Among everything on the page, as Google counts.' }),
    reasons: z.array(z.enum(REASONS)).max(REASONS.length).meta({ description: 'Why both may differ, or Google has nothing.' }),
    pages: z
      .array(z.object({ page: z.string(), clicks: z.int(), impressions: z.int(), ctr: z.number(), position: z.number().nullable() }))
      .max(PAGES_MAX)
      .meta({ description: 'Of `cannibalization`, those with most impressions first.' }),
  })
  .meta({ id: 'SearchConsoleOpportunity', description: 'Figures are of Google; what is measured has its name.' });

export const OpportunitiesResponse = z.object({
  ...SCOPE_HEAD,
  kind: z.enum(KINDS),
  opportunities: z.array(OpportunityBody),
  ...ListFields,
});

export function toOpportunitiesInput(projectId: string, query: z.output<typeof OpportunitiesQuery>): OpportunitiesInput {
  const { last_days: lastDays, ...asked } = query;
  return { projectId, ...asked, lastDays };
}

export function toOpportunitiesBody(input: OpportunitiesInput, found: Opportunities): z.input<typeof OpportunitiesResponse> {
  return {
    ...toScopeBody(found),
    kind: found.kind,
    opportunities: found.rows.map(toOpportunityBody),
    ...toListFields(found.rows, input, found.total),
  };
}

function toOpportunityBody(one: Opportunity): z.input<typeof OpportunityBody> {
  const { query, page, figures, before, measured, isTracked, isBranded, reasons, pages } = one;
  const rounded = figures && roundFigures(figures);
  const roundedBefore = before && roundFigures(before);
  return {
    query,
    page,
    clicks: rounded?.clicks ?? null,
    impressions: rounded?.impressions ?? null,
    ctr: rounded?.ctr ?? null,
    position: rounded?.position ?? null,
    compared_clicks: roundedBefore?.clicks ?? null,
    compared_position: roundedBefore?.position ?? null,
    is_tracked: isTracked,
    is_branded: isBranded,
    keyword_id: measured?.keywordId ?? null,
    device: measured?.device ?? null,
    location_code: measured?.locationCode ?? null,
    status: measured?.status ?? null,
    measured_position: measured?.organic ?? null,
    measured_rank_absolute: measured?.onPage ?? null,
    reasons: [...reasons],
    pages: pages.map((shown) => ({ page: shown.page, ...roundFigures(shown.figures) })),
  };
}
