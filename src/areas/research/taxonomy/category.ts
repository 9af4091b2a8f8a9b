import { hashId } from '#kernel/ids.ts';

/** A category of a project's taxonomy. */
export interface TaxonomyCategory {
  /** cat_ */
  readonly id: string;
  readonly name: string;
  /** Unique in the project. */
  readonly slug: string;
  /** The names from the root down: `/Apparel/Footwear`. */
  readonly path: string;
  /** Null: a root. */
  readonly parentCategoryId: string | null;
  /** Null: a person's own words. */
  readonly providerCategoryId: number | null;
  /** 0 to 1. */
  readonly confidence: number | null;
}

/**
 * The id of a category, the same in every run.
 * @param ownerId the project's id, or the run's where it has no project
 * @param category.id the provider's number; null: a person's own words
 */
export function toCategoryId(ownerId: string, { id, name }: { readonly id: number | null; readonly name: string }): string {
  return hashId('cat_', [ownerId, id ?? toSlug(name)]);
}

const SLUG_LENGTH_MAX = 80;
const APART = /[^\p{L}\p{N}]+/gu;
const MARKS = /\p{M}+/gu;

/** Part of an address: lower case, words apart by hyphens. @example toSlug('Haus & Gärten') // 'haus-garten' */
export function toSlug(name: string): string {
  const words = name.normalize('NFKD').replaceAll(MARKS, '').toLowerCase().replaceAll(APART, '-');
  return words.slice(0, SLUG_LENGTH_MAX).replaceAll(/^-+|-+$/gu, '') || 'category';
}
