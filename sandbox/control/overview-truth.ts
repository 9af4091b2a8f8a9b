import { drawOverview } from '../serp/overview.ts';
import { addressOf, summaryOf } from '../serp/texts.ts';
import { findTruePage, type TruthTools } from './truth.ts';

/** The AI overview of a result page: whether there is one, whether it arrives late, and what it refers to, in its order. */
export function trueOverview(tools: TruthTools, query: Readonly<Record<string, string>>): Record<string, unknown> {
  const { found } = findTruePage(tools, query);
  const overview = drawOverview(found);
  const ranks = new Map(found.ranked.map((page, index) => [page, index + 1]));
  return {
    shown: overview !== undefined,
    deferred: overview?.isDeferred ?? null,
    text: overview === undefined ? null : summaryOf(found.query),
    references: (overview?.references ?? []).map((page, index) => ({
      place: index + 1,
      domain: page.host,
      url: addressOf(page, found.query),
      source: page.site.name,
      // Its place among the organic results.
      organic: ranks.get(page) ?? null,
    })),
  };
}
