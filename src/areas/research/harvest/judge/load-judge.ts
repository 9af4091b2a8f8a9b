import { loadBrandMatcher, loadEmbedder } from '#areas/classification/index.ts';
import type { HarvestOrder } from '../harvest-order.ts';
import { listBrandNames } from './brand-names.ts';
import { makeFitJudge } from './judge-fit.ts';
import type { Judge } from './judge-keyword.ts';
import { toProfile, type OwnKeyword } from './site-profile.ts';

/** What a run's keywords are judged by. @param own what the site ranks for in the market, the best positions first */
export async function loadJudge(order: HarvestOrder, own: readonly OwnKeyword[]): Promise<Judge> {
  const [isNamed, { embedText, loadWords, splitWords }] = await Promise.all([loadBrandMatcher(), loadEmbedder()]);
  const embed = (text: string): Float32Array => {
    const lower = text.toLowerCase();
    return embedText(lower.split(/[^\p{L}\p{N}]+/u), lower);
  };
  return {
    businessType: order.enrichment.businessType,
    brand: { names: listBrandNames(order, (label) => splitWords(label, loadWords())), isNamed },
    toFit: makeFitJudge(toProfile(order, own), embed),
  };
}
