import type { Standing } from '../../serp/standings.ts';
import { isMeasured } from '../../world/keywords.ts';
import { findLanguage } from '../../world/places.ts';
import { categoriesOf, categoryPathOf } from '../../world/topic-categories.ts';
import { isBareHost, LIST_MAX, pageOf } from '../links/backlinks-target.ts';
import type { FieldRules } from '../fields.ts';
import { readKeywords } from './keyword-request.ts';
import { regionOf, type Region } from './labs-region.ts';
import { labsRoute, LANGUAGE, PLACE, placelessRules, regionFields } from './labs-route.ts';
import { priceLabs, PRICES } from '../prices.ts';
import { metricsOf, wantsOrganic } from './ranked-keywords.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { ProviderRoute } from '../route.ts';
import { cutPage, readSelection } from './row-filters.ts';
import { dayOf, textOf } from '../search-request.ts';

type Row = Record<string, unknown>;

const KEYWORDS_MAX = 1_000;
const MOST_KEYWORDS = ['metrics.organic.count,desc'];

const domainFields: FieldRules = {
  fields: {
    ...regionFields,
    target: { type: 'text' },
    include_subcategories: { type: 'flag' },
    include_clickstream_data: { type: 'flag' },
    historical_serp_mode: { type: 'text', oneOf: ['live', 'lost', 'all'] },
    item_types: { type: 'texts' },
    limit: { type: 'integer', min: 1, max: LIST_MAX },
    offset: { type: 'integer', min: 0 },
    filters: { type: 'list' },
    order_by: { type: 'list' },
    tag: { type: 'text', lengthMax: 255 },
  },
  required: ['target'],
  requireOneOf: [PLACE, LANGUAGE],
};

export const labsCategoryRoutes: readonly ProviderRoute[] = [
  labsRoute('categories_for_keywords', placelessRules(KEYWORDS_MAX, [LANGUAGE]), answerKeywords),
  labsRoute('categories_for_domain', domainFields, answerDomain, PRICES.labsDomainCategories),
];

/** Keywords that the database does not hold are left out, and not charged. */
function answerKeywords(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const language = findLanguage(textOf(task, 'language_code') ?? textOf(task, 'language_name') ?? '');
  if (language === undefined) return invalidField(task['language_code'] === undefined ? 'language_name' : 'language_code');
  const asked = readKeywords(tools, task);
  if (asked === undefined) return invalidField('keywords');
  const items = asked
    .filter(({ facts }) => isMeasured(facts))
    .map(({ facts }) => ({ keyword: facts.text, categories: categoriesOf(facts.topic) }));
  return ok([{ language_code: language.code, items_count: items.length, items }], priceLabs(items.length));
}

/** The categories of what a site ranks for, at one price. */
function answerDomain(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const region = regionOf(task);
  if ('badField' in region) return invalidField(region.badField);
  const target = textOf(task, 'target')?.trim().toLowerCase() ?? '';
  if (!isBareHost(target)) return invalidField('target');
  const selection = readSelection({ ...task, order_by: task['order_by'] ?? MOST_KEYWORDS });
  if ('badField' in selection) return invalidField(selection.badField);
  const site = tools.world.findSite(target);
  if (site === undefined) return ok(null, PRICES.labsDomainCategories);
  const standings = wantsOrganic(task) ? tools.serp.standings.list(site, { ...region, day: dayOf(tools.now()) }) : [];
  const categories = listCategories(standings, { region, depthMax: task['include_subcategories'] === true ? Infinity : 1 });
  const { rows, total } = cutPage(categories, (row) => row, { ...selection, ...pageOf(task) });
  const result = {
    se_type: 'google',
    target,
    location_code: region.place.code,
    language_code: region.languageCode,
    total_count: total,
    items_count: rows.length,
    items: rows,
  };
  return ok([result], PRICES.labsDomainCategories);
}

/** Each category down to the depth, by the path to it. */
function listCategories(
  standings: readonly Standing[],
  { region, depthMax }: { readonly region: Region; readonly depthMax: number },
): Row[] {
  const byPath = new Map<string, Standing[]>();
  for (const standing of standings) {
    const path = categoryPathOf(standing.facts.topic);
    for (let depth = 1; depth <= Math.min(path.length, depthMax); depth += 1) {
      const key = path.slice(0, depth).join(' ');
      byPath.set(key, [...(byPath.get(key) ?? []), standing]);
    }
  }
  return [...byPath].map(([key, ranked]) => ({
    se_type: 'google',
    categories: key.split(' ').map(Number),
    metrics: { organic: metricsOf(ranked, region) },
  }));
}
