import type { KeywordLabels } from '#areas/classification/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';

/** Texts of one project without labels, at most `limit`. */
export interface Unlabelled {
  readonly projectId: string;
  readonly texts: readonly string[];
}

export async function findUnlabelled(sql: Sql, limit: number): Promise<Unlabelled | undefined> {
  const { rows } = await sql.query<{ projectId: string; texts: string[] }>(
    `with next as (select project_id from tracked_keywords where labelled_at is null order by project_id limit 1)
     select next.project_id, array(
       select distinct normalized_text from tracked_keywords t
       where t.project_id = next.project_id and t.labelled_at is null order by normalized_text limit $1) as texts
     from next`,
    [limit],
  );
  return rows[0];
}

const COLUMNS = {
  normalized_text: 'text',
  journey: 'text',
  is_branded: 'boolean',
  has_brand_mention: 'boolean',
  modifiers: 'jsonb',
} as const;

export interface LabelledText extends KeywordLabels {
  readonly text: string;
}

/** Writes the labels of texts to all keywords of the project that have them. */
export async function updateLabels(sql: Sql, projectId: string, labelled: readonly LabelledText[], now: Date): Promise<void> {
  const rows = labelled.map(({ text, journey, isBranded, hasBrandMention, modifiers }) => ({
    normalized_text: text,
    journey,
    is_branded: isBranded,
    has_brand_mention: hasBrandMention,
    modifiers,
  }));
  await sql.query(
    `update tracked_keywords t
     set journey = labelled.journey, is_branded = labelled.is_branded, has_brand_mention = labelled.has_brand_mention,
       labelled_at = $2,
       modifiers = array(select jsonb_array_elements_text(labelled.modifiers::jsonb))
     from ${unnest(COLUMNS, { alias: 'labelled', first: 3 })}
     where t.project_id = $1 and t.normalized_text = labelled.normalized_text`,
    [projectId, now, ...toArrays(COLUMNS, rows)],
  );
}

/** The labels of a project's keywords are read again. */
export async function forgetProjectLabels(sql: Sql, projectId: string): Promise<void> {
  await sql.query('update tracked_keywords set labelled_at = null where project_id = $1 and labelled_at is not null', [projectId]);
}

/** The labels of texts are read again, in all projects. */
export async function forgetTextLabels(sql: Sql, texts: readonly string[]): Promise<void> {
  await sql.query(
    `update tracked_keywords t set labelled_at = null
     from keywords k
     where k.id = t.keyword_id and k.normalized_text = any($1) and t.labelled_at is not null`,
    [texts],
  );
}
