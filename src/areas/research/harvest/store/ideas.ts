import type { Sql } from '#stores/postgres/types.ts';

/** A question of a run to the model. */
export interface AskKey {
  /** `toIdeaCategoryId`. */
  readonly categoryId: string;
  readonly languageCode: string;
}

export interface StoredIdeas extends AskKey {
  /** Null: none came. */
  readonly ideas: string[] | null;
  /** Why none came. */
  readonly problem: string | null;
}

/** Of a question that a crash cut off. */
const LOST = 'the answer of the language model was lost';

/**
 * Marks questions before they are asked.
 * @returns those that were not marked, as `category language`: of the others there is an answer, or it may have been lost
 */
export async function insertAsks(sql: Sql, runId: string, keys: readonly AskKey[], now: Date): Promise<Set<string>> {
  const { rows } = await sql.query<{ key: string }>(
    `insert into research_ideas (run_id, category_id, language_code, problem, asked_at)
     select $1, category_id, language_code, $4, $5 from unnest($2::text[], $3::text[]) as asked (category_id, language_code)
     on conflict do nothing returning category_id || ' ' || language_code as key`,
    [runId, keys.map(({ categoryId }) => categoryId), keys.map(({ languageCode }) => languageCode), LOST, now],
  );
  return new Set(rows.map(({ key }) => key));
}

type RunAsk = AskKey & { readonly runId: string };

const IS_ASK = 'run_id = $1 and category_id = $2 and language_code = $3';

export async function keepIdeas(sql: Sql, { runId, categoryId, languageCode }: RunAsk, ideas: readonly string[]): Promise<void> {
  await sql.query(`update research_ideas set ideas = $4, problem = null where ${IS_ASK}`, [runId, categoryId, languageCode, ideas]);
}

/** Nothing will come of it. */
export async function keepProblem(sql: Sql, { runId, categoryId, languageCode }: RunAsk, problem: string): Promise<void> {
  await sql.query(`update research_ideas set problem = $4 where ${IS_ASK}`, [runId, categoryId, languageCode, problem]);
}

/** It may be asked again. */
export async function deleteAsk(sql: Sql, { runId, categoryId, languageCode }: RunAsk): Promise<void> {
  await sql.query(`delete from research_ideas where ${IS_ASK}`, [runId, categoryId, languageCode]);
}

export async function listIdeas(sql: Sql, runId: string): Promise<StoredIdeas[]> {
  const { rows } = await sql.query<StoredIdeas>(
    `select category_id, language_code, ideas, problem
     from research_ideas where run_id = $1 order by category_id, language_code`,
    [runId],
  );
  return rows;
}
