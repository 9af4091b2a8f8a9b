import type { Estimate } from '#areas/costs/index.ts';
import { estimateTracking, trackKeywords, type TrackEntry } from '#areas/keywords/index.ts';
import type { RequestContext } from '#context';
import { conflict } from '#kernel/errors.ts';
import { toGroups } from '#kernel/lists.ts';
import { getImport } from '../get-import.ts';
import { listImportedKeywords } from './analytics.ts';
import { toTrackEntries, type TrackOptions } from './to-entries.ts';

/** Keywords of one import in one request. */
const KEYWORDS_MAX = 10_000;
/** Keywords that one request tracks by their names. */
const KEYWORDS_A_GROUP = 1_000;

type TrackContext = Pick<RequestContext, 'postgres' | 'clickhouse' | 'caller' | 'clock' | 'workflows' | 'config' | 'searchData'>;

export interface TrackImportResult {
  /** Keywords of the import that are tracked now. */
  readonly tracked: number;
  /** Those of them that were not before. */
  readonly begun: number;
  /** First checks that were queued. */
  readonly queued: number;
  /** Texts that no check could ask for, such as those of more than 10 words. */
  readonly refused: number;
}

/**
 * Tracks the keywords of an import, so that its history goes on. Again it changes nothing: what is tracked stays as it is.
 * @throws AppError `Import not found`; 409 unless it is committed, with more than 10,000 keywords, or when the project has no room for them
 */
export async function trackImport(ctx: TrackContext, importId: string, options: TrackOptions): Promise<TrackImportResult> {
  const { entries, refused } = await listEntries(ctx, importId, options);
  let result: TrackImportResult = { tracked: 0, begun: 0, queued: 0, refused };
  for (const group of toGroups(entries, KEYWORDS_A_GROUP)) {
    const { keywords } = await trackKeywords(ctx, group);
    result = {
      ...result,
      tracked: result.tracked + keywords.length,
      begun: result.begun + keywords.filter(({ isNew }) => isNew).length,
      queued: result.queued + keywords.filter(({ isQueued }) => isQueued).length,
    };
  }
  return result;
}

/** Price of that. @throws AppError as above */
export async function estimateTrackImport(ctx: TrackContext, importId: string, options: TrackOptions): Promise<Estimate> {
  const { entries } = await listEntries(ctx, importId, options);
  return await estimateTracking(ctx, entries);
}

async function listEntries(
  ctx: TrackContext,
  importId: string,
  options: TrackOptions,
): Promise<{ readonly entries: TrackEntry[]; readonly refused: number }> {
  const { projectId, status } = await getImport(ctx, importId);
  if (status !== 'committed')
    throw conflict('Import is not committed', `The import is ${status}: keywords are tracked once its points are there.`);
  const found = await listImportedKeywords(ctx.clickhouse, { projectId, importId, most: KEYWORDS_MAX + 1 });
  if (found.length > KEYWORDS_MAX)
    throw conflict('Too many keywords', `The import has more than ${KEYWORDS_MAX} keywords: track them by POST /api/keywords/track.`);
  const entries = toTrackEntries(projectId, found, options);
  return { entries, refused: found.length - entries.length };
}
