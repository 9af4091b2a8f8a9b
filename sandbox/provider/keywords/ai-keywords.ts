import { normalizeKeyword } from '#kernel/text.ts';
import { isMeasured } from '../../world/keywords.ts';
import { lastPublishedMonth, measureAi } from '../../world/volumes.ts';
import { roundUsd } from '../envelope.ts';
import { keywordRules } from './keyword-request.ts';
import { regionOf } from './labs-region.ts';
import { CONCURRENCY_MAX } from '../limits.ts';
import { PRICES } from '../prices.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { ProviderRoute } from '../route.ts';

const KEYWORDS_MAX = 1_000;
const LENGTH_MAX = 250;
const MONTHS = 12;

/** How often assistants are asked about keywords. */
export const aiKeywordRoutes: readonly ProviderRoute[] = [
  {
    method: 'POST',
    path: '/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live',
    kind: 'live',
    concurrencyMax: CONCURRENCY_MAX,
    fields: keywordRules(KEYWORDS_MAX, {}, [
      ['location_code', 'location_name'],
      ['language_code', 'language_name'],
    ]),
    failureCostUsd: PRICES.aiKeywordTask,
    answer: answerVolumes,
  },
];

/** Every keyword has a row and its price; those without figures have nulls. */
function answerVolumes(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const region = regionOf(task);
  if ('badField' in region) return invalidField(region.badField);
  const sent = task['keywords'] as readonly string[];
  if (sent.length === 0 || sent.some((keyword) => keyword.trim() === '' || keyword.length > LENGTH_MAX)) return invalidField('keywords');
  const months = { last: lastPublishedMonth(tools.now()), count: MONTHS };
  const items = [...new Set(sent.map(normalizeKeyword))].map((keyword) => {
    const facts = tools.world.keywords.describe(keyword);
    const measured = isMeasured(facts) ? measureAi(facts, region.place.country, months) : undefined;
    return {
      keyword,
      ai_search_volume: measured?.volume ?? null,
      ai_monthly_searches: measured?.months.map(({ search_volume: volume, ...month }) => ({ ...month, ai_search_volume: volume })) ?? null,
    };
  });
  const result = { location_code: region.place.code, language_code: region.languageCode, items_count: items.length, items };
  return ok([result], roundUsd(PRICES.aiKeywordTask + items.length * PRICES.aiKeywordItem));
}
