import type { IntentChance } from '#providers/search-data/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';

/** Texts of a run whose intents were not asked for, each once. */
export async function listWithoutIntents(sql: Sql, runId: string, limit: number): Promise<string[]> {
  const { rows } = await sql.query<{ keyword: string }>(
    'select distinct keyword from research_keywords where run_id = $1 and intents_status is null order by keyword limit $2',
    [runId, limit],
  );
  return rows.map(({ keyword }) => keyword);
}

const COLUMNS = { keyword: 'text', intents_status: 'text', intent_confidences: 'jsonb' } as const;

/** Writes what is known of each text to all its rows. */
export async function updateIntents(
  sql: Sql,
  runId: string,
  attributes: ReadonlyMap<string, readonly IntentChance[] | 'unknown' | 'refused'>,
): Promise<void> {
  const rows = [...attributes].map(([keyword, told]) => ({
    keyword,
    intents_status: typeof told === 'string' ? told : 'known',
    intent_confidences: typeof told === 'string' ? {} : Object.fromEntries(told.map(({ label, probability }) => [label, probability])),
  }));
  await sql.query(
    `update research_keywords set intents_status = told.intents_status, intent_confidences = told.intent_confidences::jsonb
     from ${unnest(COLUMNS, { alias: 'told', first: 2 })} where run_id = $1 and research_keywords.keyword = told.keyword`,
    [runId, ...toArrays(COLUMNS, rows)],
  );
}
