export const ANNOTATION_SCOPES = ['instance', 'project', 'asset', 'keyword'] as const;
/** What it happened to: the whole service, a project, one of its assets, or one of its keywords. */
export type AnnotationScope = (typeof ANNOTATION_SCOPES)[number];

export const ANNOTATION_KINDS = ['release', 'content', 'engine_update', 'outage', 'other'] as const;
export type AnnotationKind = (typeof ANNOTATION_KINDS)[number];

/** What happened on a day or over several, shown in charts. */
export interface Annotation {
  readonly id: string;
  readonly scope: AnnotationScope;
  /** Null: of the whole service. */
  readonly projectId: string | null;
  readonly assetId: string | null;
  readonly keywordId: string | null;
  /** `YYYY-MM-DD`, in the project's own time zone. */
  readonly startsOn: string;
  /** The last day of a range, after the first one; null: a single day. */
  readonly endsOn: string | null;
  readonly text: string;
  readonly kind: AnnotationKind;
  readonly tags: readonly string[];
  /** Whether links for readers without an account show it. */
  readonly showOnShares: boolean;
  /** The name of the caller who wrote it (`nameOf`); `release`: it came with the service. */
  readonly author: string;
  /** Where what it says is published; null: a caller wrote it. One with a source is no row, and cannot be changed. */
  readonly source: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
