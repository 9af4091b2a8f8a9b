import { loadBrandMatcher, loadEmbedder } from '#areas/classification/index.ts';
import { findProviderCategory } from '#providers/search-data/categories.ts';
import type { HarvestOrder } from '../harvest-order.ts';
import { listCategories, listSeeds } from '../plan/seeds.ts';
import { listBrandNames } from './brand-names.ts';
import { makeFitJudge } from './judge-fit.ts';
import type { Judge } from './judge-keyword.ts';

/** What a business is about is clear from so many texts; each costs time with every keyword. */
const TEXTS_MAX = 40;

/** What a run's keywords are judged by. */
export async function loadJudge(order: HarvestOrder): Promise<Judge> {
  const [isNamed, { embedText, loadWords, splitWords }] = await Promise.all([loadBrandMatcher(), loadEmbedder()]);
  const embed = (text: string): Float32Array => {
    const lower = text.toLowerCase();
    return embedText(lower.split(/[^\p{L}\p{N}]+/u), lower);
  };
  const categories = listCategories(order);
  const texts = [...categories.map(({ path, name }) => (path === '' ? name : path.replaceAll('/', ' ').trim())), ...listSeeds(order)];
  const ids = categories.flatMap(({ id }) => id ?? []);
  const profile = {
    texts: [order.confirmation.businessFocus, ...texts].filter((text) => text !== '').slice(0, TEXTS_MAX),
    categoryIds: new Set(ids),
    nearIds: new Set(ids.flatMap(listNear)),
  };
  return {
    businessType: order.enrichment.businessType,
    brand: { names: listBrandNames(order, (label) => splitWords(label, loadWords())), isNamed },
    toFit: makeFitJudge(profile, embed),
  };
}

/** The category above, unless it is a root: those hold everything. */
function listNear(id: number): number[] {
  const parent = findProviderCategory(findProviderCategory(id)?.parentId ?? -1);
  return parent === undefined || parent.parentId === null ? [] : [parent.id];
}
