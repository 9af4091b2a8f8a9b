import { collectKeywords } from '../collect-keywords.ts';
import type { HarvestWork, StepContext } from '../harvest-work.ts';
import { listLocationIdeas } from '../ideas/location-ideas.ts';
import { listSeeds } from '../plan/seeds.ts';
import { upsertFound } from '../store/found.ts';

/** Adds the seeds with the name of each location, to that location alone. Asks nothing. */
export async function harvestLocations({ postgres }: Pick<StepContext, 'postgres'>, { order, plan }: HarvestWork): Promise<void> {
  const seeds = listSeeds(order);
  for (const market of plan.markets) {
    for (const location of market.places) {
      const texts = listLocationIdeas(seeds, location).slice(0, market.rows.places);
      const keywords = collectKeywords(
        texts.map((text) => ({ text, ideaCategoryId: null, metrics: null })),
        'harvest_ai',
      );
      await upsertFound(postgres, { runId: order.id, market: { ...market, places: [location] }, keywords });
    }
  }
}
