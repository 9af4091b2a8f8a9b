import type { KeywordIntents } from './read-intents.ts';

/** Whether a keyword names one of the names, by whole words and with one letter wrong in long ones (`loadBrandMatcher`). */
export type NamesBrand = (keyword: string, names: readonly string[]) => boolean;

/** Whether a keyword names a brand, and whose (docs/research.md, "Harvest"). @param names of `listBrandNames` */
export function flagBrand(
  keyword: string,
  intents: Pick<KeywordIntents, 'isNavigational'>,
  brand: { readonly names: readonly string[]; readonly isNamed: NamesBrand },
): boolean {
  return brand.isNamed(keyword, brand.names) || intents.isNavigational;
}
