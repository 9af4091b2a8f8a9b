import type { Sql } from '#stores/postgres/types.ts';

export interface Ask {
  /** The run or workflow that asks. */
  readonly asker: string;
  /** What it asks, by a name that is the same whenever it asks the same. */
  readonly question: string;
}

interface KeptAsk<Answer> {
  readonly answer: Answer | null;
  readonly problem: string | null;
}

/** @returns false when it was marked before */
export async function insertAsk(sql: Sql, { asker, question }: Ask, askedAt: Date): Promise<boolean> {
  const { rows } = await sql.query<{ asker: string }>(
    'insert into model_asks (asker, question, asked_at) values ($1, $2, $3) on conflict do nothing returning asker',
    [asker, question, askedAt],
  );
  return rows.length > 0;
}

export async function findAsk<Answer>(sql: Sql, { asker, question }: Ask): Promise<KeptAsk<Answer> | undefined> {
  const { rows } = await sql.query<KeptAsk<Answer>>('select answer, problem from model_asks where asker = $1 and question = $2', [
    asker,
    question,
  ]);
  return rows[0];
}

export async function keepAnswer(sql: Sql, { asker, question }: Ask, answer: unknown): Promise<void> {
  await sql.query('update model_asks set answer = $3 where asker = $1 and question = $2', [asker, question, JSON.stringify(answer)]);
}

export async function keepProblem(sql: Sql, { asker, question }: Ask, problem: string): Promise<void> {
  await sql.query('update model_asks set problem = $3 where asker = $1 and question = $2', [asker, question, problem]);
}

/** Forgets questions whose answers are stored where they belong, or that may be asked again. @param questions locked in their order: sort them */
export async function deleteAsks(sql: Sql, asker: string, questions: readonly string[]): Promise<void> {
  await sql.query('delete from model_asks where asker = $1 and question = any($2)', [asker, questions]);
}
