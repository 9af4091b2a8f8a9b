import { subjectsOf } from '../pages/site-plan.ts';
import type { World } from '../world/index.ts';
import { categoryPathOf } from '../world/topic-categories.ts';

const SEEDS = 20;
/** A number of no category: real models choose what is not on the list, too. */
const INVENTED_CATEGORY = 1;

/**
 * What a model says of a site of the world that is shown to it: the truth, and one category that no list has.
 * @param subjects what the question names: `site` is its host
 * @returns nothing when the question is not about a site
 */
export function describeSite(world: World, subjects: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const site = world.findSite(subjects['site'] ?? '');
  if (site === undefined) return {};
  const offered = site.topic === undefined ? [] : subjectsOf(world, site).slice(0, SEEDS);
  const categories = site.topic === undefined ? [] : categoryPathOf(site.topic).toReversed();
  return {
    business_type: site.businessType,
    business_focus: offered.slice(0, 3).join(', '),
    categories: [INVENTED_CATEGORY, ...categories],
    seed_keywords: offered,
  };
}
