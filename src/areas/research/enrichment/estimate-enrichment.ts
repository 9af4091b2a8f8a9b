import type { Estimate } from '#areas/costs/index.ts';
import type { AppContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { DOMAIN_ROWS } from './categories/provider-categories.ts';
import { sitePrompt, type PageDescription } from './site-prompt.ts';

const PAGES_MAX = 6;
const SEEDS_MAX = 30;
/** More than the model is shown of anything. */
const LONG = 'x'.repeat(5_000);
const LONGEST_PAGE: PageDescription = {
  title: LONG,
  description: LONG,
  heading: LONG,
  headings: LONG,
  navigation: LONG,
  declared: LONG,
  text: LONG,
};
const LONGEST = {
  host: LONG,
  pages: Array.from({ length: PAGES_MAX }, () => LONGEST_PAGE),
  candidates: [{ id: 0, name: '', path: LONG, confidence: 0 }],
};

/**
 * What saying what a site is costs at most: two questions to the provider where it is configured, and one to the
 * language model where there is one.
 */
export function estimateSiteEnrichment({ searchData, llm }: Pick<AppContext, 'searchData' | 'llm'>): Estimate {
  const ofProvider = [
    searchData.estimateListUsd('categories_for_domain', DOMAIN_ROWS),
    searchData.estimateListUsd('categories_for_keywords', SEEDS_MAX),
  ];
  const costs = [...(searchData.isConfigured ? ofProvider : []), ...(llm.isConfigured ? [llm.estimateUsd(sitePrompt, LONGEST)] : [])];
  return { calls: costs.length, costUsd: sumUsd(costs) };
}
