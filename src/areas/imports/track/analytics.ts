import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

const listSubjects = {
  name: 'imports-list-keywords',
  sql: `
select keyword_id, any(keyword) as keyword, engine, device, location_code, language_code
from imported_positions
where project_id = {project_id:String} and import_id = {import_id:String}
group by keyword_id, engine, device, location_code, language_code
order by keyword_id, engine
limit {most:UInt32}`,
  params: z.object({ project_id: z.string(), import_id: z.string(), most: z.number() }),
  row: z.object({
    keyword_id: z.string(),
    keyword: z.string(),
    engine: z.enum(['engine_a', 'engine_b']),
    device: z.enum(['desktop', 'mobile']),
    location_code: z.number(),
    language_code: z.string(),
  }),
};

/** A keyword of which an import has points. */
export interface ImportedKeyword {
  readonly keywordId: string;
  readonly keyword: string;
  readonly engine: 'engine_a' | 'engine_b';
  readonly device: 'desktop' | 'mobile';
  readonly locationCode: number;
  readonly languageCode: string;
}

/** Keywords of an import, each once, by their ids. */
export async function listImportedKeywords(
  clickhouse: ClickHouse,
  { projectId, importId, most }: { readonly projectId: string; readonly importId: string; readonly most: number },
): Promise<ImportedKeyword[]> {
  const rows = await clickhouse.query(listSubjects, { project_id: projectId, import_id: importId, most });
  return rows.map((row) => ({
    keywordId: row.keyword_id,
    keyword: row.keyword,
    engine: row.engine,
    device: row.device,
    locationCode: row.location_code,
    languageCode: row.language_code,
  }));
}
