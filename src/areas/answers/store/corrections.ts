import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** What a person said of a name in an answer. */
export interface AnswerCorrection {
  readonly id: string;
  readonly projectId: string;
  readonly sampleId: string;
  readonly brandId: string;
  readonly isMention: boolean;
  /** As `toCaseKey` gives it. */
  readonly caseKey: string;
  readonly sentence: string;
  readonly createdAt: Date;
}

const COLUMNS = 'id, project_id, sample_id, brand_id, is_mention, case_key, sentence, created_at';

/** Newest first. */
export const correctionList = defineList<AnswerCorrection, { readonly projectId: string }>({
  columns: COLUMNS,
  from: 'from answer_corrections where project_id = $1',
  order: 'created_at desc, id desc',
  values: ({ projectId }) => [projectId],
});

/** Every one of a project, oldest first: of the same case the last one counts. */
export async function listCorrections(sql: Sql, projectId: string): Promise<AnswerCorrection[]> {
  const { rows } = await sql.query<AnswerCorrection>(
    `select ${COLUMNS} from answer_corrections where project_id = $1 order by created_at, id limit 50000`,
    [projectId],
  );
  return rows;
}

export async function findCorrection(sql: Sql, id: string): Promise<AnswerCorrection | undefined> {
  const { rows } = await sql.query<AnswerCorrection>(`select ${COLUMNS} from answer_corrections where id = $1`, [id]);
  return rows[0];
}

/** In place of what was said before of the brand in the answer. */
export async function upsertCorrection(tx: Sql, one: AnswerCorrection): Promise<AnswerCorrection> {
  const { rows } = await tx.query<AnswerCorrection>(
    `insert into answer_corrections (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (sample_id, brand_id) do update set is_mention = excluded.is_mention, case_key = excluded.case_key,
       sentence = excluded.sentence, created_at = excluded.created_at
     returning ${COLUMNS}`,
    [one.id, one.projectId, one.sampleId, one.brandId, one.isMention, one.caseKey, one.sentence, one.createdAt],
  );
  return rows[0] as AnswerCorrection;
}

export async function deleteCorrection(tx: Sql, id: string): Promise<void> {
  await tx.query('delete from answer_corrections where id = $1', [id]);
}
