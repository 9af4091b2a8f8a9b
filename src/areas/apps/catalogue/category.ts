/** A genre with charts; a hub of shelves; the whole list behind a shelf; an editor's text with apps; the large picture of a page. */
export const CATEGORY_TYPES = ['chart', 'grouping', 'room', 'story', 'hero'] as const;
export type CategoryType = (typeof CATEGORY_TYPES)[number];

export const CATEGORY_SECTIONS = ['apps', 'games', 'arcade'] as const;
export type CategorySection = (typeof CATEGORY_SECTIONS)[number];

/** A category as a store shows it. */
export interface ObservedCategory {
  /** The store's own: a genre number, the number of a grouping, room or story, a word on `store_b`. */
  readonly id: string;
  readonly name: string;
  readonly categoryType: CategoryType;
  readonly categorySection: CategorySection;
  readonly parentCategoryId: string | null;
  /** False: its id is only its index on a page, and means another list tomorrow. True when left out. */
  readonly isStable?: boolean;
  /** The title of the shelf that names it, or `hero`. */
  readonly shelf?: string;
}
