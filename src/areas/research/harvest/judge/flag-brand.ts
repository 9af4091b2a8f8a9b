import type { NamedBrands } from '#areas/classification/index.ts';
import type { KeywordIntents } from './read-intents.ts';

/** Whose brands a keyword names (`loadBrandMatcher`). */
export type NamesBrand = (keyword: string, names: readonly string[]) => NamedBrands;

/** Whether a keyword counts as one of a brand (docs/research.md, "Harvest"): it names an own one, or most searchers want a certain site. */
export function flagBrand({ isOwn }: Pick<NamedBrands, 'isOwn'>, { isNavigational }: Pick<KeywordIntents, 'isNavigational'>): boolean {
  return isOwn || isNavigational;
}
