import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { ResolvedPage, ResolvedPoint } from '../values/resolve-point.ts';

const TABLE = 'imported_positions';
const PAGES = 'imported_serps';

/** The import of a batch, and the token of the batch. */
export interface BatchAt {
  readonly importId: string;
  readonly projectId: string;
  readonly token: string;
}

/** Adds points of an import; they are there when this returns. The same ones under the same token are added once. */
export async function appendPoints(
  clickhouse: ClickHouse,
  { importId, projectId, token }: BatchAt,
  points: readonly ResolvedPoint[],
): Promise<void> {
  if (points.length === 0) return;
  const lines = points.map((point) => JSON.stringify(toLine(importId, projectId, point)));
  await clickhouse.insertLines(TABLE, lines.join('\n'), token);
}

/** Adds result pages of an import, as above. */
export async function appendPages(
  clickhouse: ClickHouse,
  { importId, projectId, token }: BatchAt,
  pages: readonly ResolvedPage[],
): Promise<void> {
  if (pages.length === 0) return;
  const lines = pages.map(({ keywordId, engine, day, urls, row }) =>
    JSON.stringify({ import_id: importId, project_id: projectId, keyword_id: keywordId, engine, day, urls, row }),
  );
  await clickhouse.insertLines(PAGES, lines.join('\n'), `${token} pages`);
}

/** Removes every point and page of an import; the server has done it when this returns. */
export async function deletePoints(clickhouse: ClickHouse, importId: string): Promise<void> {
  if (!/^imp_[0-9a-z]+$/u.test(importId)) throw new Error(`${importId} is no id of an import`);
  for (const table of [TABLE, PAGES])
    await clickhouse.command(`alter table ${table} delete where import_id = '${importId}' settings mutations_sync = 1`);
}

function toLine(importId: string, projectId: string, point: ResolvedPoint): object {
  const { position, scale } = point;
  return {
    import_id: importId,
    project_id: projectId,
    keyword_id: point.keywordId,
    keyword: point.keyword,
    engine: point.engine,
    channel: 'seo',
    device: point.device,
    location_code: point.locationCode,
    language_code: point.languageCode,
    domain: point.domain,
    day: point.day,
    outcome: point.outcome,
    organic: scale === 'organic' ? position : null,
    absolute: scale === 'page' ? position : null,
    unscaled: scale === 'unknown' ? position : null,
    scale,
    depth: point.depth,
    url: point.url,
    quality: point.quality,
    row: point.row,
  };
}
