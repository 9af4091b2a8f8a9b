import type { ConfirmedCategory } from '../../runs/research-run.ts';
import type { HarvestOrder } from '../harvest-order.ts';
import { listAskedCategories, listSeeds } from '../plan/seeds.ts';
import type { PlannedMarket } from '../plan/plan-harvest.ts';
import { IDEAS_PER_ANSWER, type IdeasQuestion } from './ideas-prompt.ts';

/** A question to the model and whose ideas it brings. */
export interface CategoryQuestion {
  readonly category: ConfirmedCategory;
  readonly languageCode: string;
  readonly question: IdeasQuestion;
}

/** One question for each category and language: markets of one language share the ideas. */
export function listQuestions(order: HarvestOrder, markets: readonly Pick<PlannedMarket, 'languageCode' | 'rows'>[]): CategoryQuestion[] {
  const categories = listAskedCategories(order);
  const seeds = listSeeds(order);
  const { enrichment, confirmation } = order;
  const byLanguage = Map.groupBy(markets, ({ languageCode }) => languageCode);
  return [...byLanguage].flatMap(([languageCode, ofLanguage]) => {
    const wanted = Math.max(0, ...ofLanguage.map(({ rows }) => rows.ideas));
    const ideasMax = Math.min(IDEAS_PER_ANSWER, Math.ceil(wanted / Math.max(1, categories.length)));
    if (ideasMax === 0) return [];
    return categories.map((category) => ({
      category,
      languageCode,
      question: {
        categoryName: category.name,
        categoryPath: category.path,
        businessType: enrichment.businessType,
        businessFocus: confirmation.businessFocus,
        seeds,
        languageCode,
        ideasMax,
      },
    }));
  });
}
