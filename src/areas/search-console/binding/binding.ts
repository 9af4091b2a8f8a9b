/** The kinds of search of which Search Console gives queries. */
export const SEARCH_TYPES = ['web', 'image', 'video', 'news'] as const;
export type BoundType = (typeof SEARCH_TYPES)[number];

/** The property that a project reads. */
export interface Binding {
  readonly projectId: string;
  readonly propertyId: string;
  readonly type: BoundType;
  readonly madeBy: string;
  readonly createdAt: Date;
}

/** The days of a property are kept by the kind of search. */
export interface SourceKey {
  readonly propertyId: string;
  readonly type: BoundType;
}
