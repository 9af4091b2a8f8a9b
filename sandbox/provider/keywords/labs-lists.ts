import { normalizeKeyword } from '#kernel/text.ts';
import { relatedOf } from '../../serp/texts.ts';
import { isMeasured, measureKeyword, type KeywordFacts } from '../../world/keywords.ts';
import { categoriesOf } from '../../world/topic-categories.ts';
import { isBareHost } from '../links/backlinks-target.ts';
import type { FieldRule, FieldRules } from '../fields.ts';
import { isAllowed, readKeywords } from './keyword-request.ts';
import { fitKeywords, ideasFor, listKeywords, type FittingKeyword } from './keyword-search.ts';
import { regionOf, type Region } from './labs-region.ts';
import { labsRoute, LANGUAGE, PLACE, regionFields } from './labs-route.ts';
import { PRICES, priceLabs } from '../prices.ts';
import { readSelection, select } from './row-filters.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import { dayOf, numberOf, textOf } from '../search-request.ts';
import { levelOf, toLabsItem } from './wire-labs.ts';

type Row = Readonly<Record<string, unknown>>;

const ROWS_MAX = 1_000;
const ROWS_DEFAULT = 100;
const IDEA_ROWS_DEFAULT = 700;
const OFFSET_MAX = 10_000;
const SEEDS_MAX = 200;
const CATEGORIES_MAX = 20;
const DEPTH_MAX = 4;
const DEPTH_DEFAULT = 1;

const MOST_SEARCHED = ['keyword_info.search_volume,desc'];
const MOST_RELEVANT = ['relevance,desc'];
const MOST_SEARCHED_RELATED = ['keyword_data.keyword_info.search_volume,desc'];

/** Lists of keywords of the vendor's own database: all of listed keywords, with the figures that they have elsewhere. */
export const labsListRoutes = [
  listRoute('keyword_suggestions', {
    fields: {
      keyword: { type: 'text' },
      include_seed_keyword: { type: 'flag' },
      exact_match: { type: 'flag' },
      ignore_synonyms: { type: 'flag' },
    },
    required: ['keyword'],
    answer: answerSuggestions,
  }),
  listRoute('keyword_ideas', {
    fields: { keywords: { type: 'texts', countMax: SEEDS_MAX }, closely_variants: { type: 'flag' }, ignore_synonyms: { type: 'flag' } },
    required: ['keywords'],
    requireOneOf: [PLACE],
    answer: answerIdeas,
  }),
  listRoute('related_keywords', {
    fields: {
      keyword: { type: 'text' },
      depth: { type: 'integer', min: 0, max: DEPTH_MAX },
      include_seed_keyword: { type: 'flag' },
      ignore_synonyms: { type: 'flag' },
      replace_with_core_keyword: { type: 'flag' },
    },
    required: ['keyword'],
    requireOneOf: [PLACE, LANGUAGE],
    answer: answerRelated,
  }),
  listRoute('keywords_for_site', {
    fields: { target: { type: 'text' }, include_subdomains: { type: 'flag' } },
    required: ['target'],
    requireOneOf: [PLACE],
    answer: answerSite,
  }),
  listRoute('keywords_for_categories', {
    fields: {
      category_codes: { type: 'list', countMax: CATEGORIES_MAX },
      category_intersection: { type: 'flag' },
      ignore_synonyms: { type: 'flag' },
    },
    required: ['category_codes'],
    requireOneOf: [PLACE, LANGUAGE],
    answer: answerCategories,
  }),
];

interface ListOperation {
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly required: readonly string[];
  readonly requireOneOf?: FieldRules['requireOneOf'];
  readonly answer: Parameters<typeof labsRoute>[2];
}

function listRoute(name: string, { fields: own, required, requireOneOf = [], answer }: ListOperation): ReturnType<typeof labsRoute> {
  const fields: Readonly<Record<string, FieldRule>> = {
    ...regionFields,
    include_serp_info: { type: 'flag' },
    include_clickstream_data: { type: 'flag' },
    limit: { type: 'integer', min: 1, max: ROWS_MAX },
    offset: { type: 'integer', min: 0, max: OFFSET_MAX },
    filters: { type: 'list' },
    order_by: { type: 'list' },
    tag: { type: 'text', lengthMax: 255 },
    ...own,
  };
  return labsRoute(name, { fields, required, requireOneOf }, answer);
}

/** Every listed keyword with all the words of the seed, or with its very phrase. */
function answerSuggestions(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const [region, seed] = [regionOf(task), readSeed(tools, task)];
  if ('badField' in region) return invalidField(region.badField);
  if (seed === undefined) return invalidField('keyword');
  const isExact = task['exact_match'] === true;
  const words = seed.text.split(' ');
  const contains = (text: string): boolean =>
    isExact ? ` ${text} `.includes(` ${seed.text} `) : words.every((word) => text.split(' ').includes(word));
  const found = listKeywords(tools, region.languageCode, ({ text }) => text !== seed.text && contains(text));
  return answerList(tools, task, {
    region,
    found: fitKeywords(found),
    head: toSeedHead(tools, task, { seed, region }),
    order: MOST_SEARCHED,
  });
}

/** Listed keywords of the topics of the seeds, those first that share most words with one of them. */
function answerIdeas(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const region = regionOf(task);
  if ('badField' in region) return invalidField(region.badField);
  const seeds = readKeywords(tools, task)?.map(({ facts }) => facts);
  if (seeds === undefined) return invalidField('keywords');
  const ideas = ideasFor(tools, seeds, region.languageCode);
  const found = task['closely_variants'] === true ? ideas.filter(({ relevance }) => relevance > 0) : ideas;
  const defaults = { order: MOST_RELEVANT, limit: IDEA_ROWS_DEFAULT };
  return answerList(tools, task, { region, found, head: { seed_keywords: seeds.map(({ text }) => text) }, ...defaults });
}

/** What stands on the result page as related searches, and so on from page to page. */
function answerRelated(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const [region, seed] = [regionOf(task), readSeed(tools, task)];
  if ('badField' in region) return invalidField(region.badField);
  if (seed === undefined) return invalidField('keyword');
  const relatedTo = (facts: KeywordFacts): string[] =>
    relatedOf({ ...region, facts, device: 'desktop', engine: 'google', day: dayOf(tools.now()) });
  const depths = new Map([[seed.text, 0]]);
  const deepest = isMeasured(seed) ? (numberOf(task, 'depth') ?? DEPTH_DEFAULT) : -1;
  for (const [text, depth] of depths) {
    if (depth >= deepest) continue;
    for (const next of relatedTo(tools.world.keywords.describe(text))) if (!depths.has(next)) depths.set(next, depth + 1);
  }
  const found = deepest < 0 ? [] : fitKeywords([...depths.keys()].map((text) => tools.world.keywords.describe(text)));
  return answerList(tools, task, {
    region,
    found,
    head: toSeedHead(tools, task, { seed, region }),
    order: MOST_SEARCHED_RELATED,
    wrap: (row, { text }) => ({
      se_type: 'google',
      keyword_data: row,
      depth: depths.get(text),
      related_keywords: relatedTo(tools.world.keywords.describe(text)),
    }),
  });
}

/** What a site ranks for, the best places first, then the rest of its topic. */
function answerSite(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const region = regionOf(task);
  if ('badField' in region) return invalidField(region.badField);
  const target = textOf(task, 'target')?.trim().toLowerCase() ?? '';
  if (!isBareHost(target)) return invalidField('target');
  const site = tools.world.findSite(target);
  if (site === undefined) return ok(null, priceLabs(0));
  const standings = tools.serp.standings.list(site, { ...region, day: dayOf(tools.now()) });
  const ranked = standings.map(({ facts, item }) => ({ facts, relevance: 1 / item.rankAbsolute }));
  const texts = new Set(ranked.map(({ facts }) => facts.text));
  const others = listKeywords(tools, region.languageCode, ({ topic, text }) => topic === site.topic && !texts.has(text));
  return answerList(tools, task, { region, found: [...ranked, ...fitKeywords(others)], head: { target }, order: MOST_RELEVANT });
}

/** By default only keywords of all the categories. */
function answerCategories(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const region = regionOf(task);
  if ('badField' in region) return invalidField(region.badField);
  const codes = task['category_codes'] as readonly unknown[];
  if (codes.length === 0 || !codes.every((code) => Number.isInteger(code))) return invalidField('category_codes');
  const isIn = new Map(
    tools.world.topics.map((topic) => {
      const categories = categoriesOf(topic);
      const has = (code: unknown): boolean => categories.includes(code as number);
      return [topic, task['category_intersection'] === false ? codes.some(has) : codes.every(has)] as const;
    }),
  );
  const found = fitKeywords(listKeywords(tools, region.languageCode, ({ topic }) => isIn.get(topic) === true));
  return answerList(tools, task, { region, found, head: { seed_categories: codes }, order: MOST_SEARCHED });
}

function readSeed({ world }: SearchTools, task: TaskRequest): KeywordFacts | undefined {
  const keyword = textOf(task, 'keyword') ?? '';
  return isAllowed(keyword) ? world.keywords.describe(normalizeKeyword(keyword)) : undefined;
}

function toSeedHead(
  tools: SearchTools,
  task: TaskRequest,
  { seed, region }: { readonly seed: KeywordFacts; readonly region: Region },
): Row {
  const isWanted = task['include_seed_keyword'] === true && isMeasured(seed);
  return { seed_keyword: seed.text, seed_keyword_data: isWanted ? toLabsItem(tools, seed, toOptions(task, region)) : null };
}

interface FoundList {
  readonly region: Region;
  readonly found: readonly FittingKeyword[];
  /** What the list is about. */
  readonly head: Row;
  /** Without an order of the task's own. */
  readonly order: readonly string[];
  /** Rows unless the task says how many. */
  readonly limit?: number;
  readonly wrap?: (row: Row, facts: KeywordFacts) => Row;
}

/** The page that the task asks for. */
function answerList(tools: SearchTools, task: TaskRequest, list: FoundList): TaskAnswer {
  const { region, found, head, wrap = (row) => row } = list;
  const selection = readSelection({ ...task, order_by: task['order_by'] ?? list.order });
  if ('badField' in selection) return invalidField(selection.badField);
  const options = toOptions(task, region);
  const selected = select(found, (keyword) => wrap(toShortRow(keyword, region), keyword.facts), selection);
  const [offset, limit] = [numberOf(task, 'offset') ?? 0, numberOf(task, 'limit') ?? list.limit ?? ROWS_DEFAULT];
  const items = selected.slice(offset, offset + limit).map(({ facts }) => wrap(toLabsItem(tools, facts, options), facts));
  const result = {
    se_type: 'google',
    ...head,
    location_code: region.place.code,
    language_code: region.languageCode,
    total_count: selected.length,
    items_count: items.length,
    offset,
    offset_token: null,
    items: items.length === 0 ? null : items,
  };
  return ok([result], priceLabs(items.length, options.withClickstream ? PRICES.labsClickstreamFactor : 1));
}

function toOptions(task: TaskRequest, region: Region) {
  return { ...region, withSerp: task['include_serp_info'] === true, withClickstream: task['include_clickstream_data'] === true };
}

/** As much of a row as lists are filtered and ordered by. */
function toShortRow({ facts, relevance }: FittingKeyword, { place }: Region): Row {
  const { searchVolume, cpc, competition, keywordDifficulty } = measureKeyword(facts, place.country);
  return {
    relevance,
    keyword: facts.text,
    keyword_info: {
      search_volume: searchVolume,
      cpc,
      competition,
      competition_level: levelOf(competition),
      categories: categoriesOf(facts.topic),
    },
    keyword_properties: { keyword_difficulty: keywordDifficulty, words_count: facts.text.split(' ').length },
    search_intent_info: { main_intent: facts.intent },
  };
}
