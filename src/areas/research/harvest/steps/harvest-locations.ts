import { collectKeywords } from '../collect-keywords.ts';
import type { HarvestWork, StepContext } from '../harvest-work.ts';
import { listPlaceIdeas } from '../ideas/place-ideas.ts';
import { listSeeds } from '../plan/seeds.ts';
import { upsertFound } from '../store/found.ts';

/** Adds the seeds with the name of each place, to that place alone. Asks nothing. */
export async function harvestPlaces({ postgres }: Pick<StepContext, 'postgres'>, { order, plan }: HarvestWork): Promise<void> {
  const seeds = listSeeds(order);
  for (const market of plan.markets) {
    for (const place of market.places) {
      const texts = listPlaceIdeas(seeds, place).slice(0, market.rows.places);
      const keywords = collectKeywords(
        texts.map((text) => ({ text, ideaCategoryId: null, figures: null })),
        'harvest_ai',
      );
      await upsertFound(postgres, { runId: order.id, market: { ...market, places: [place] }, keywords });
    }
  }
}
