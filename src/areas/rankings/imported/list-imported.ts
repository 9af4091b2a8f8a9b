import { listWatchedAssets } from '#areas/keywords/index.ts';
import { getProject } from '#areas/projects/index.ts';
import { invalid } from '#kernel/errors.ts';
import type { GridContext } from '../grid/get-grid.ts';
import { FIRST_DAY, LAST_DAY } from '../history/history-input.ts';
import { IMPORTED_POINTS_MAX, listImportedRows, type ImportedRow } from './analytics.ts';
import { listActiveImports } from './store.ts';

/** Which points are wanted. */
export interface ImportedInput {
  readonly projectId: string;
  readonly keywordIds: readonly string[];
  /** Left out: the project's own websites. */
  readonly domains?: readonly string[] | undefined;
  readonly from: string;
  readonly to: string;
}

/** A point that another tracker measured or reported. It is another scale than ours, and stands in no sum. */
export interface ImportedPoint extends ImportedRow {
  /** The program that it comes from. */
  readonly source: string;
}

/**
 * What other trackers knew of keywords, of imports that are committed and not undone. Where two say something of the same day, the later
 * import shows.
 * @throws AppError `Project not found`; 400 for more than 5,000 points
 */
export async function listImported(ctx: GridContext, input: ImportedInput): Promise<ImportedPoint[]> {
  const { id } = await getProject(ctx, input.projectId);
  const imports = await listActiveImports(ctx.postgres, id);
  if (imports.length === 0) return [];
  const kinds = new Map(imports.map(({ id: importId, kind }) => [importId, kind]));
  const domains = input.domains ?? (await listOwnHosts(ctx, id));
  const rows = await listImportedRows(ctx.clickhouse, { ...input, projectId: id, domains, importIds: [...kinds.keys()] });
  if (rows.length > IMPORTED_POINTS_MAX)
    throw invalid([{ path: 'imported', message: `has more than ${IMPORTED_POINTS_MAX} points: ask for fewer keywords or days` }]);
  return rows.map((row) => ({ ...row, source: kinds.get(row.import_id) ?? '' }));
}

interface OfKeyword {
  readonly projectId: string;
  readonly keywordId?: string | undefined;
  readonly domain?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** The same of one keyword, of every day unless days are named. */
export async function listImportedOfKeyword(
  ctx: GridContext,
  { projectId, keywordId = '', domain, startDate: from = FIRST_DAY, endDate: to = LAST_DAY }: OfKeyword,
): Promise<ImportedPoint[]> {
  return await listImported(ctx, { projectId, keywordIds: [keywordId], domains: domain === undefined ? undefined : [domain], from, to });
}

async function listOwnHosts({ postgres }: GridContext, projectId: string): Promise<string[]> {
  const assets = (await listWatchedAssets(postgres, [projectId])).get(projectId) ?? [];
  return assets.filter(({ type, role }) => type === 'website' && role === 'primary').map(({ value }) => value);
}
