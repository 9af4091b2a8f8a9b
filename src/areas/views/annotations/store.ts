import { defineList } from '#stores/postgres/define-list.ts';
import { lockName } from '#stores/postgres/lock-name.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Annotation, AnnotationKind, AnnotationScope } from './annotation.ts';
import { listKnownAnnotations } from './known-annotations.ts';

const STORED = `id, scope, project_id, asset_id, keyword_id, starts_on,
  ends_on, text, kind, tags, show_on_shares, author, created_at, updated_at`;
const COLUMNS = `${STORED}, null::text as source`;

/** Twice changes nothing. */
export async function insertAnnotation(sql: Sql, annotation: Annotation): Promise<void> {
  await sql.query(
    `insert into annotations
       (id, scope, project_id, asset_id, keyword_id, starts_on, ends_on, text, kind, tags, show_on_shares, author, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (id) do nothing`,
    [
      annotation.id,
      annotation.scope,
      annotation.projectId,
      annotation.assetId,
      annotation.keywordId,
      annotation.startsOn,
      annotation.endsOn,
      annotation.text,
      annotation.kind,
      annotation.tags,
      annotation.showOnShares,
      annotation.author,
      annotation.createdAt,
      annotation.updatedAt,
    ],
  );
}

export async function findAnnotation(sql: Sql, annotationId: string): Promise<Annotation | undefined> {
  const { rows } = await sql.query<Annotation>(`select ${COLUMNS} from annotations where id = $1`, [annotationId]);
  return rows[0];
}

export async function lockAnnotation(sql: Sql, annotationId: string): Promise<Annotation | undefined> {
  const { rows } = await sql.query<Annotation>(`select ${COLUMNS} from annotations where id = $1 for update`, [annotationId]);
  return rows[0];
}

export interface AnnotationFilter {
  /** Only of these, and of the whole service; left out: of every project. */
  readonly projectIds?: readonly string[] | undefined;
  readonly scopes?: readonly AnnotationScope[] | undefined;
  readonly kinds?: readonly AnnotationKind[] | undefined;
  /** Notes of the asset, and of what it belongs to; those of other assets are left out. */
  readonly assetId?: string | undefined;
  /** Notes of the keyword, and of what it belongs to; those of other keywords are left out. */
  readonly keywordId?: string | undefined;
  readonly tag?: string | undefined;
  /** Days that it shares with this span, `YYYY-MM-DD`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly onShares?: boolean | undefined;
}

/** Newest day first. Those that come with the release are among them where one of the projects reads Search Console. */
export const annotationList = defineList<Annotation, AnnotationFilter>({
  columns: `${STORED}, source`,
  // A day of the year 0 is none to PostgreSQL.
  from: `from (
    select ${COLUMNS} from annotations
    union all
    select ${STORED}, source
    from jsonb_to_recordset($10::jsonb) as known (id text, scope text, project_id text, asset_id text, keyword_id text, starts_on date, ends_on date,
      text text, kind text, tags text[], show_on_shares boolean, author text, created_at timestamptz, updated_at timestamptz, source text)
    where exists (select from search_console_bindings b where $1::text[] is null or b.project_id = any($1))
  ) noted
  where (project_id is null or $1::text[] is null or project_id = any($1))
    and ($2::text[] is null or scope = any($2))
    and ($3::text[] is null or kind = any($3))
    and (asset_id is null or $4::text is null or asset_id = $4)
    and (keyword_id is null or $5::text is null or keyword_id = $5)
    and ($6::text is null or $6 = any(tags))
    and coalesce(ends_on, starts_on) >= greatest($7, '0001-01-01')::date
    and starts_on <= greatest(coalesce($8, '9999-12-31'), '0001-01-01')::date
    and ($9::boolean is null or show_on_shares = $9)`,
  order: 'starts_on desc, id desc',
  values: ({ projectIds, scopes, kinds, assetId, keywordId, tag, from, to, onShares }) => [
    projectIds,
    scopes,
    kinds,
    assetId,
    keywordId,
    tag,
    from,
    to,
    onShares,
    JSON.stringify(listKnownAnnotations().map(toKnownRow)),
  ],
});

function toKnownRow({ startsOn, endsOn, projectId, assetId, keywordId, showOnShares, createdAt, updatedAt, ...same }: Annotation): object {
  const about = { project_id: projectId, asset_id: assetId, keyword_id: keywordId };
  return {
    ...same,
    ...about,
    starts_on: startsOn,
    ends_on: endsOn,
    show_on_shares: showOnShares,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

/** Whether one of these projects, or any at all, reads Search Console. */
export async function readsSearchConsole(sql: Sql, projectIds: readonly string[] | undefined): Promise<boolean> {
  const { rows } = await sql.query('select from search_console_bindings b where $1::text[] is null or b.project_id = any($1) limit 1', [
    projectIds,
  ]);
  return rows.length > 0;
}

export async function updateAnnotationRow(sql: Sql, annotation: Annotation): Promise<void> {
  await sql.query(
    `update annotations set starts_on = $2, ends_on = $3, text = $4, kind = $5, tags = $6, show_on_shares = $7, updated_at = $8 where id = $1`,
    [
      annotation.id,
      annotation.startsOn,
      annotation.endsOn,
      annotation.text,
      annotation.kind,
      annotation.tags,
      annotation.showOnShares,
      annotation.updatedAt,
    ],
  );
}

export async function deleteAnnotationRow(sql: Sql, annotationId: string): Promise<void> {
  await sql.query('delete from annotations where id = $1', [annotationId]);
}

/** Removes the annotations that an import brought. */
export async function deleteAnnotationsOfImport(
  sql: Sql,
  { importId, projectId }: { readonly importId: string; readonly projectId: string },
): Promise<void> {
  await sql.query(`delete from annotations where project_id = $1 and starts_with(id, 'ann_' || $2 || '_')`, [projectId, importId]);
}

/** Holds the annotations of a project, or of the whole service, until the transaction ends, and counts them. */
export async function lockAndCountAnnotations(sql: Sql, projectId: string | null): Promise<number> {
  await lockName(sql, 'annotations', projectId ?? '');
  const { rows } = await sql.query<{ total: number }>(
    'select count(*) as total from annotations where project_id is not distinct from $1',
    [projectId],
  );
  return rows[0]?.total ?? 0;
}
