import { z } from 'zod';
import { booleanParam, listField, listParam, numberParam } from '#http/fields.ts';
import { BANDS, MOVED, type CompetitorRange, type OutcomeFilter } from '../grid/outcome-filter.ts';
import { OVERVIEW_STANDINGS, RANKING_STATUSES } from '../vocabulary.ts';

const POSITION_MAX = 1_000;
const VISITS_MAX = 1_000_000_000_000;
const TEXT_LENGTH_MAX = 200;
const DOMAIN_LENGTH_MAX = 253;
const FEATURES_MAX = 50;
const COMPETITORS_MAX = 20;

/** `rival.org:1..10`, `rival.org:..10`, `rival.org:11..`, and `rival.org:..` for any position. */
const CompetitorText = z
  .string()
  .max(DOMAIN_LENGTH_MAX + 20)
  .regex(/^[^\s:,]+:\d{0,4}\.\.\d{0,4}$/u, 'must be like rival.org:1..10');

/** How fields are written: as text in an address, or as JSON. */
interface Form {
  readonly flag: () => z.ZodType<boolean>;
  readonly number: (range: { readonly min: number; readonly max: number }) => z.ZodType<number>;
  readonly list: <Item extends z.ZodType<string, string>>(item: Item, max: number) => z.ZodType<z.output<Item>[]>;
}

function toFields({ flag, number, list }: Form) {
  const position = () => number({ min: 0, max: POSITION_MAX }).optional();
  const change = () => number({ min: -POSITION_MAX, max: POSITION_MAX }).optional();
  const visits = () => number({ min: 0, max: VISITS_MAX }).optional();
  const ranks = 'keywords that rank by their newest check, in `position_scale`';
  const text = () => z.string().min(1).max(TEXT_LENGTH_MAX).optional();
  return {
    status: z.enum(RANKING_STATUSES).optional(),
    bands: list(z.enum(BANDS), BANDS.length).optional().meta({
      description:
        'One of these: `top3`, `top10` (4 to 10), `top20` (11 to 20), `top50` (21 to 50) and `below`, in `position_scale`, or what there is instead of a position.',
    }),
    moved: z.enum(MOVED).optional().meta({ description: 'As `movement`; `fell` is down or lost, `rose` up or new.' }),
    position_min: position().meta({ description: `The best position of ${ranks}.` }),
    position_max: position().meta({ description: `The deepest position of ${ranks}.` }),
    change_min: change().meta({ description: 'Places gained at least; what has no `change` is left out.' }),
    change_max: change().meta({ description: 'Places gained at most; a loss is below 0.' }),
    traffic_min: visits().meta({ description: 'Estimated visits a month at least; where they are not known it is left out.' }),
    traffic_max: visits().meta({ description: 'Estimated visits a month at most.' }),
    features: list(z.string().min(1).max(TEXT_LENGTH_MAX), FEATURES_MAX)
      .optional()
      .meta({ description: 'The result page had one of these.' }),
    ai_overview: list(z.enum(OVERVIEW_STANDINGS), OVERVIEW_STANDINGS.length)
      .optional()
      .meta({ description: 'Whether the AI overview of the page cites an own site: one of these.' }),
    page_contains: text().meta({ description: 'A part of the address of the page that ranks.' }),
    domain: z.string().min(1).max(DOMAIN_LENGTH_MAX).optional().meta({ description: 'The own site that has the position.' }),
    wrong_page: flag().optional().meta({ description: 'Whether another page ranks than `target_page`.' }),
    competitor_positions: list(CompetitorText, COMPETITORS_MAX)
      .optional()
      .meta({ description: 'Where websites of competitors rank, all of them: `rival.org:1..10`; an end may be left open.' }),
  };
}

/** Filters by what checks found, in an address. */
export const OUTCOME_FILTERS = toFields({ flag: booleanParam, number: numberParam, list: listParam });

/** The same in a body. */
export const OUTCOME_FILTER_FIELDS = toFields({
  flag: () => z.boolean(),
  number: ({ min, max }) => z.number().min(min).max(max),
  list: (item, max) => listField(item, { min: 1, max }),
});

const OutcomeFilters = z.object(OUTCOME_FILTERS);
export type OutcomeFields = z.output<typeof OutcomeFilters>;

const NAMES = Object.keys(OUTCOME_FILTERS) as (keyof OutcomeFields)[];

/** What these filters mean; undefined: none is given. */
export function toOutcomeFilter(fields: OutcomeFields): OutcomeFilter | undefined {
  if (NAMES.every((name) => fields[name] === undefined)) return undefined;
  return {
    status: fields.status,
    bands: fields.bands,
    moved: fields.moved,
    position: { min: fields.position_min, max: fields.position_max },
    change: { min: fields.change_min, max: fields.change_max },
    traffic: { min: fields.traffic_min, max: fields.traffic_max },
    overviews: fields.ai_overview,
    features: fields.features,
    pageContains: fields.page_contains,
    domain: fields.domain,
    isWrongPage: fields.wrong_page,
    competitors: fields.competitor_positions?.map(toCompetitorRange),
  };
}

function toCompetitorRange(text: string): CompetitorRange {
  const [domain = '', range = ''] = text.split(':');
  const [min = '', max = ''] = range.split('..');
  return { domain: domain.toLowerCase(), min: min === '' ? undefined : Number(min), max: max === '' ? undefined : Number(max) };
}
