import type { Estimate } from '#areas/costs/index.ts';
import { estimateTracking, listKnownKeywordIds, trackKeywords, type TrackEntry } from '#areas/keywords/index.ts';
import type { RequestContext } from '#context';
import { conflict } from '#kernel/errors.ts';
import { toGroups } from '#kernel/lists.ts';
import { getImport } from '../get-import.ts';
import { keywordList } from '../store/keywords.ts';
import type { ResolvedKeyword } from '../values/resolve-keyword.ts';
import { listImportedKeywords, type ImportedKeyword } from './analytics.ts';
import { labelKeywords, type LabelResult } from './label-keywords.ts';
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
  readonly labels: LabelResult;
}

/**
 * Tracks the keywords of an import, so that its history goes on. Again it changes nothing: what is tracked stays as it is.
 * @throws AppError `Import not found`; 409 unless it is committed, with more than 10,000 keywords, or when the project has no room for them
 */
export async function trackImport(
  ctx: TrackContext,
  importId: string,
  options: TrackOptions & { readonly isLabelled: boolean },
): Promise<TrackImportResult> {
  const { entries, refused, labelled, projectId } = await listEntries(ctx, importId, options);
  let result = { tracked: 0, begun: 0, queued: 0, refused };
  for (const group of toGroups(entries, KEYWORDS_A_GROUP)) {
    const { keywords } = await trackKeywords(ctx, group);
    result = {
      ...result,
      tracked: result.tracked + keywords.length,
      begun: result.begun + keywords.filter(({ isNew }) => isNew).length,
      queued: result.queued + keywords.filter(({ isQueued }) => isQueued).length,
    };
  }
  // Only what is tracked can have a tag.
  const known = new Set<string>();
  for (const ids of toGroups(
    labelled.map(({ keywordId }) => keywordId),
    KEYWORDS_A_GROUP,
  ))
    for (const id of await listKnownKeywordIds(ctx.postgres, projectId, ids)) known.add(id);
  const labels = await labelKeywords(ctx, projectId, options.isLabelled ? labelled.filter(({ keywordId }) => known.has(keywordId)) : []);
  return { ...result, labels };
}

/** Price of that. @throws AppError as above */
export async function estimateTrackImport(ctx: TrackContext, importId: string, options: TrackOptions): Promise<Estimate> {
  const { entries } = await listEntries(ctx, importId, options);
  return await estimateTracking(ctx, entries);
}

interface Entries {
  readonly projectId: string;
  readonly entries: TrackEntry[];
  readonly refused: number;
  /** Keywords of which the file says more than their days. */
  readonly labelled: readonly ResolvedKeyword[];
}

async function listEntries(ctx: TrackContext, importId: string, options: TrackOptions): Promise<Entries> {
  const { projectId, status } = await getImport(ctx, importId);
  if (status !== 'committed')
    throw conflict('Import is not committed', `The import is ${status}: keywords are tracked once its points are there.`);
  const { rows: labelled } = await keywordList.read(ctx.postgres, { importId }, { limit: KEYWORDS_MAX + 1, offset: 0 });
  const withDays = await listImportedKeywords(ctx.clickhouse, { projectId, importId, most: KEYWORDS_MAX + 1 });
  const found = listOnce([...withDays, ...labelled]);
  if (found.length > KEYWORDS_MAX)
    throw conflict('Too many keywords', `The import has more than ${KEYWORDS_MAX} keywords: track them by POST /api/keywords/track.`);
  const entries = toTrackEntries(projectId, found, options);
  return { projectId, entries, refused: found.length - entries.length, labelled };
}

function listOnce(keywords: readonly ImportedKeyword[]): ImportedKeyword[] {
  return [...new Map(keywords.map((one) => [`${one.keywordId} ${one.engine}`, one])).values()];
}
