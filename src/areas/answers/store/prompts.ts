import { defineList } from '#stores/postgres/define-list.ts';
import { lockName } from '#stores/postgres/lock-name.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';

/** What assistants are asked for a project. Its text never changes: another text is another prompt. */
export interface AnswerPrompt {
  readonly id: string;
  readonly projectId: string;
  readonly text: string;
  readonly textHash: string;
  readonly locationCode: number;
  readonly languageCode: string;
  /** The keyword whose search volume says how often this is asked. */
  readonly topic: string | null;
  readonly tags: readonly string[];
  readonly createdAt: Date;
  /** Since when it is not asked any more. */
  readonly endedAt: Date | null;
}

const COLUMNS = 'id, project_id, text, text_hash, location_code, language_code, topic, tags, created_at, ended_at';
const NEW_COLUMNS = {
  id: 'text',
  project_id: 'text',
  text: 'text',
  text_hash: 'text',
  location_code: 'integer',
  language_code: 'text',
  topic: 'text',
  tags: 'text[]',
  created_at: 'timestamptz',
} as const;

/** Newest first. */
export const promptList = defineList<AnswerPrompt, { readonly projectId: string; readonly isEnded: boolean; readonly search: string }>({
  columns: COLUMNS,
  from: `from answer_prompts where project_id = $1 and (ended_at is not null) = $2 and ($3 = '' or position(lower($3) in lower(text)) > 0)`,
  order: 'created_at desc, id desc',
  values: ({ projectId, isEnded, search }) => [projectId, isEnded, search],
});

export async function findPrompt(sql: Sql, promptId: string): Promise<AnswerPrompt | undefined> {
  const { rows } = await sql.query<AnswerPrompt>(`select ${COLUMNS} from answer_prompts where id = $1`, [promptId]);
  return rows[0];
}

/** Every prompt of a project, ended ones too: what was answered stays. */
export async function listAllPrompts(sql: Sql, projectId: string): Promise<AnswerPrompt[]> {
  const { rows } = await sql.query<AnswerPrompt>(
    `select ${COLUMNS} from answer_prompts where project_id = $1 order by created_at, id limit 20000`,
    [projectId],
  );
  return rows;
}

/** How many prompts a project has. */
export interface PromptCounts {
  readonly asked: number;
  /** With those that are not asked any more, whose answers stay. */
  readonly all: number;
}

/** Holds the prompts of a project until the transaction ends. */
export async function lockPrompts(sql: Sql, projectId: string): Promise<void> {
  await lockName(sql, 'answer_prompts', projectId);
}

/** The same, and counts them. */
export async function lockAndCountPrompts(sql: Sql, projectId: string): Promise<PromptCounts> {
  await lockPrompts(sql, projectId);
  const { rows } = await sql.query<PromptCounts>(
    'select count(*) filter (where ended_at is null) as asked, count(*) as "all" from answer_prompts where project_id = $1',
    [projectId],
  );
  return rows[0] ?? { asked: 0, all: 0 };
}

/** Of the texts that a project asks in a market. */
export async function listKnownHashes(
  sql: Sql,
  { projectId, locationCode, languageCode }: Pick<AnswerPrompt, 'projectId' | 'locationCode' | 'languageCode'>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ textHash: string }>(
    `select text_hash from answer_prompts where project_id = $1 and location_code = $2 and language_code = $3 and ended_at is null limit 2000`,
    [projectId, locationCode, languageCode],
  );
  return new Set(rows.map(({ textHash }) => textHash));
}

/** Those that the project asks already stay as they are. @returns the new ones */
export async function insertPrompts(tx: Sql, prompts: readonly AnswerPrompt[]): Promise<AnswerPrompt[]> {
  return await insertRows<NewRow, AnswerPrompt>(tx, {
    table: 'answer_prompts',
    columns: NEW_COLUMNS,
    rows: prompts.map(toNewRow),
    suffix: `on conflict (project_id, text_hash, location_code, language_code) where ended_at is null do nothing returning ${COLUMNS}`,
  });
}

function toNewRow({ id, projectId, text, textHash, locationCode, languageCode, topic, tags, createdAt }: AnswerPrompt) {
  return {
    id,
    project_id: projectId,
    text,
    text_hash: textHash,
    location_code: locationCode,
    language_code: languageCode,
    topic,
    tags,
    created_at: createdAt,
  };
}
type NewRow = ReturnType<typeof toNewRow>;

/** One that was never asked is removed; of one that was, the answers stay, and it is asked no more. */
export async function endPrompt(sql: Sql, promptId: string, at: Date): Promise<void> {
  const gone = await sql.query(
    'delete from answer_prompts p where p.id = $1 and not exists (select from answer_samples s where s.prompt_id = p.id)',
    [promptId],
  );
  if (gone.rowCount === 0) await sql.query('update answer_prompts set ended_at = $2 where id = $1 and ended_at is null', [promptId, at]);
}
