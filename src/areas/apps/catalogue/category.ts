/** A genre with charts; a hub of shelves; the whole list behind a shelf; an editor's text with apps; the large picture of a page. */
export const CATEGORY_TYPES = ['chart', 'grouping', 'room', 'story', 'hero'] as const;
export type CategoryType = (typeof CATEGORY_TYPES)[number];

export const CATEGORY_SECTIONS = ['apps', 'games', 'arcade'] as const;
export type CategorySection = (typeof CATEGORY_SECTIONS)[number];
