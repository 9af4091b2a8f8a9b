import { mix, unit } from '../../hashing.ts';
import { isMeasured, measureKeyword, type KeywordFacts } from '../../world/keywords.ts';
import { coveredPlaces, type CoveredPlace } from '../../world/labs-places.ts';
import { INTENTS } from '../../world/modifiers.ts';
import { keywordRules, readKeywords } from './keyword-request.ts';
import { labsCategoryRoutes } from './labs-categories.ts';
import { labsListRoutes } from './labs-lists.ts';
import { regionOf, type Region } from './labs-region.ts';
import { labsRoute, LANGUAGE, PLACE, placelessRules } from './labs-route.ts';
import { PRICES, priceLabs } from '../prices.ts';
import { rankedKeywordsRoute } from './ranked-keywords.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import { textOf } from '../search-request.ts';
import { toHistoryItem, toLabsItem } from './wire-labs.ts';
import { roundUsd } from '../envelope.ts';

const OVERVIEW_KEYWORDS_MAX = 700;
const KEYWORDS_MAX = 1_000;

/** The vendor's own database of keywords. */
export const labsRoutes = [
  {
    method: 'GET' as const,
    path: '/v3/dataforseo_labs/locations_and_languages',
    kind: 'reference' as const,
    answer: () => ok(coveredPlaces.map(toPlaceRow)),
  },
  labsRoute(
    'keyword_overview',
    keywordRules(OVERVIEW_KEYWORDS_MAX, { include_serp_info: { type: 'flag' }, include_clickstream_data: { type: 'flag' } }, [
      PLACE,
      LANGUAGE,
    ]),
    answerOverview,
  ),
  labsRoute('historical_keyword_data', keywordRules(OVERVIEW_KEYWORDS_MAX, {}, [PLACE, LANGUAGE]), answerHistory),
  labsRoute('bulk_keyword_difficulty', keywordRules(KEYWORDS_MAX, {}, [PLACE, LANGUAGE]), answerDifficulty),
  labsRoute('search_intent', placelessRules(KEYWORDS_MAX), answerIntent),
  rankedKeywordsRoute,
  ...labsListRoutes,
  ...labsCategoryRoutes,
];

/** Keywords that the database does not hold are left out, and not charged. */
function answerOverview(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const region = regionOf(task);
  if ('badField' in region) return invalidField(region.badField);
  const asked = readKeywords(tools, task);
  if (asked === undefined) return invalidField('keywords');
  const withClickstream = task['include_clickstream_data'] === true;
  const options = { ...region, withClickstream, withSerp: task['include_serp_info'] === true };
  const items = asked.filter(({ facts }) => isMeasured(facts)).map(({ facts }) => toLabsItem(tools, facts, options));
  return ok([toResult(region, items)], priceLabs(items.length, withClickstream ? PRICES.labsClickstreamFactor : 1));
}

/** Keywords that the database does not hold are left out, and not charged. */
function answerHistory(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const region = regionOf(task);
  if ('badField' in region) return invalidField(region.badField);
  const asked = readKeywords(tools, task);
  if (asked === undefined) return invalidField('keywords');
  const items = asked.filter(({ facts }) => isMeasured(facts)).map(({ facts }) => toHistoryItem(tools, facts, region));
  return ok([toResult(region, items)], priceLabs(items.length));
}

function answerDifficulty(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const region = regionOf(task);
  if ('badField' in region) return invalidField(region.badField);
  const asked = readKeywords(tools, task);
  if (asked === undefined) return invalidField('keywords');
  const items = asked
    .filter(({ facts }) => isMeasured(facts))
    .map(({ facts }) => ({
      se_type: 'google',
      keyword: facts.text,
      keyword_difficulty: measureKeyword(facts, region.place.country).keywordDifficulty,
    }));
  return ok([{ ...toResult(region, items), total_count: items.length }], priceLabs(items.length));
}

function toResult({ place, languageCode }: Region, items: readonly unknown[]): Record<string, unknown> {
  return { se_type: 'google', location_code: place.code, language_code: languageCode, items_count: items.length, items };
}

/** A guess that the vendor makes for every keyword, listed or not. */
function answerIntent(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const asked = readKeywords(tools, task);
  if (asked === undefined) return invalidField('keywords');
  const items = asked.map(({ facts }) => toIntentItem(facts));
  const costUsd = roundUsd(PRICES.labsIntentTask + items.length * PRICES.labsIntentItem);
  return ok([{ language_code: textOf(task, 'language_code') ?? 'en', items_count: items.length, items }], costUsd);
}

function toIntentItem(facts: KeywordFacts): Record<string, unknown> {
  const main = 0.5 + 0.48 * unit(mix(facts.hash, 89));
  const others = INTENTS.filter((intent) => intent !== facts.intent);
  const second = others[mix(facts.hash, 97) % others.length];
  return {
    keyword: facts.text,
    keyword_intent: { label: facts.intent, probability: toShare(main) },
    secondary_keyword_intents: main > 0.9 ? null : [{ label: second, probability: toShare(0.9 * (1 - main)) }],
  };
}

function toShare(value: number): number {
  return Math.round(value * 100) / 100;
}

function toPlaceRow({ place, languages }: CoveredPlace): Record<string, unknown> {
  return {
    location_code: place.code,
    location_name: place.name,
    location_code_parent: place.parentCode,
    country_iso_code: place.country,
    location_type: place.type,
    available_languages: languages.map(({ code, name }, index) => ({
      available_sources: place.country === 'US' ? ['google', 'bing'] : ['google'],
      language_name: name,
      language_code: code,
      keywords: 1_000_000 + (mix(place.code, index) % 90_000_000),
      serps: 100_000 + (mix(place.code, index + 7) % 9_000_000),
    })),
  };
}
