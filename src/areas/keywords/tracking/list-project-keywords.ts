import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { KeywordIntent } from '#providers/search-data/index.ts';
import type { MetricsStatus } from '../metrics/metrics.ts';
import type { KeywordSubject, TrackedKey, TrackingOptions, TrackingStatus } from '../keyword.ts';
import type { TrackedSelection } from './selection.ts';
import type { Tag } from '../organize/tag.ts';
import { projectKeywords } from './store/lists.ts';

/** A tracked keyword with what is known of it. */
export interface ProjectKeyword extends TrackedKey, KeywordSubject, TrackingOptions {
  readonly status: TrackingStatus;
  readonly trackingSince: Date;
  readonly nextCheck: Date | null;
  /** Null until enrichment has found it; so are the three that follow. */
  readonly searchVolume: number | null;
  readonly cpc: number | null;
  /** 0 to 1. */
  readonly competition: number | null;
  /** 0 to 100. */
  readonly keywordDifficulty: number | null;
  readonly searchIntent: KeywordIntent | null;
  readonly enrichment: Enrichment;
  /** What its words say for the project; null until they were read (`labelledAt`), a journey also when they do not say. */
  readonly journey: string | null;
  readonly isBranded: boolean | null;
  readonly hasBrandMention: boolean | null;
  readonly modifiers: readonly string[] | null;
  readonly labelledAt: Date | null;
  /** The best of the project's own domains; null while none was found. */
  /** Position of the best own site: among the results of the channel, and among everything on the page. */
  readonly currentRank: number | null;
  readonly currentRankAbsolute: number | null;
  readonly rankingDomain: string | null;
  /** By name. */
  readonly tags: readonly Tag[];
  readonly note: string | null;
  readonly isStarred: boolean;
  /** The page that is meant to rank. */
  readonly targetUrl: string | null;
}

/** Where the metrics of a keyword come from, or why there are none. */
export interface Enrichment {
  readonly status: MetricsStatus;
  /** How old the metrics are. */
  readonly enrichedAt: Date | null;
  /** When the provider is asked again; null: soon. */
  readonly nextAt: Date | null;
  readonly error: string | null;
}

export interface ProjectKeywordFilter extends TrackedSelection {
  readonly limit: number;
  readonly offset: number;
}

/**
 * What the project tracks, newest first.
 * @throws AppError `Project not found`
 */
export async function listProjectKeywords(
  ctx: ProjectReader,
  filter: ProjectKeywordFilter,
): Promise<{ keywords: ProjectKeyword[]; total: number }> {
  await getProject(ctx, filter.projectId);
  const { rows, total } = await projectKeywords.read(ctx.postgres, filter, filter);
  return { keywords: rows, total };
}
