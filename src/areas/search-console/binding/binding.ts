/** The kinds of search that Search Console counts apart; `news` is a tab of the search, `googleNews` a website and app of its own. */
export const SEARCH_TYPES = ['web', 'image', 'video', 'news', 'discover', 'googleNews'] as const;
export type BoundType = (typeof SEARCH_TYPES)[number];

export const LACKS = ['query', 'device', 'position'] as const;
/** What Google does not count by, or does not count: it refuses a question for it. */
export type Lack = (typeof LACKS)[number];

const LACKING: Readonly<Partial<Record<string, readonly Lack[]>>> = { discover: LACKS, googleNews: ['query', 'position'] };

/** What a kind of search has none of. */
export function listLacks(type: string): readonly Lack[] {
  return LACKING[type] ?? [];
}

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
