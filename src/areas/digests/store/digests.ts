import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Digest } from '../digest.ts';

const COLUMNS = `id, organization_id, name, scope_kind, project_ids, every, at, weekday, day_of_month, time_zone, sections, channel_ids,
  addresses, skip_quiet, language, brand, is_enabled, next_run_at, created_by, created_at, updated_at`;

export async function insertDigest(sql: Sql, digest: Digest): Promise<void> {
  await sql.query(
    `insert into digests
       (id, name, scope_kind, project_ids, every, at, weekday, day_of_month, time_zone, sections, channel_ids, addresses, skip_quiet,
        language, brand, is_enabled, next_run_at, updated_at, organization_id, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    [digest.id, ...toSettings(digest), digest.organizationId, digest.createdBy, digest.createdAt],
  );
}

export async function updateDigestRow(sql: Sql, digest: Digest): Promise<void> {
  await sql.query(
    `update digests set name = $2, scope_kind = $3, project_ids = $4, every = $5, at = $6, weekday = $7, day_of_month = $8, time_zone = $9,
       sections = $10, channel_ids = $11, addresses = $12, skip_quiet = $13, language = $14, brand = $15, is_enabled = $16,
       next_run_at = $17, updated_at = $18
     where id = $1`,
    [digest.id, ...toSettings(digest)],
  );
}

/** What changes, in the order of the statements above. */
function toSettings(digest: Digest): unknown[] {
  return [
    digest.name,
    digest.scopeKind,
    digest.projectIds,
    digest.every,
    digest.at,
    digest.weekday,
    digest.dayOfMonth,
    digest.timeZone,
    digest.sections,
    digest.channelIds,
    digest.addresses,
    digest.skipQuiet,
    digest.language,
    digest.brand === null ? null : JSON.stringify(digest.brand),
    digest.isEnabled,
    digest.nextRunAt,
    digest.updatedAt,
  ];
}

export async function findDigest(sql: Sql, digestId: string): Promise<Digest | undefined> {
  const { rows } = await sql.query<Digest>(`select ${COLUMNS} from digests where id = $1`, [digestId]);
  return rows[0];
}

export async function lockDigest(sql: Sql, digestId: string): Promise<Digest | undefined> {
  const { rows } = await sql.query<Digest>(`select ${COLUMNS} from digests where id = $1 for update`, [digestId]);
  return rows[0];
}

export async function deleteDigestRow(sql: Sql, digestId: string): Promise<void> {
  await sql.query('delete from digests where id = $1', [digestId]);
}

export async function countDigests(sql: Sql, organizationId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from digests where organization_id = $1', [organizationId]);
  return rows[0]?.total ?? 0;
}

export interface DigestFilter {
  readonly organizationId: string | undefined;
  /** Only those about this project alone. */
  readonly onlyProjectId: string | undefined;
  /** What the caller is bound to. */
  readonly boundTo: string | undefined;
  readonly projectIds: readonly string[] | undefined;
}

/** Newest first. */
export const digestList = defineList<Digest, DigestFilter>({
  columns: COLUMNS,
  from: `from digests
    where ($1::text is null or organization_id = $1) and ($2::text is null or project_ids = array[$2::text])
      and ($3::text is null or organization_id = $3) and ($4::text[] is null or project_ids <@ $4)`,
  order: 'created_at desc, id desc',
  values: ({ organizationId, onlyProjectId, boundTo, projectIds }) => [
    organizationId ?? null,
    onlyProjectId ?? null,
    boundTo ?? null,
    projectIds ?? null,
  ],
});

/** Those whose time has come. */
export async function listDueDigestIds(sql: Sql, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from digests where is_enabled and next_run_at <= $1 order by next_run_at, id limit $2',
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

/** Locks a digest whose time has come; `undefined` when another worker has it, or had it. */
export async function claimDueDigest(sql: Sql, digestId: string, now: Date): Promise<Digest | undefined> {
  const { rows } = await sql.query<Digest>(
    `select ${COLUMNS} from digests where id = $1 and is_enabled and next_run_at <= $2 for update skip locked`,
    [digestId, now],
  );
  return rows[0];
}

/** Those that wait, after an id: to look whether their time is still right. */
export async function listWaitingDigests(
  sql: Sql,
  { now, afterId, limit }: { now: Date; afterId: string; limit: number },
): Promise<Digest[]> {
  const { rows } = await sql.query<Digest>(
    `select ${COLUMNS} from digests where is_enabled and next_run_at > $1 and id > $2 order by id limit $3`,
    [now, afterId, limit],
  );
  return rows;
}

/** Unless another has changed it meanwhile. */
export async function setNextRun(sql: Sql, { id, nextRunAt }: Pick<Digest, 'id' | 'nextRunAt'>, next: Date): Promise<void> {
  await sql.query('update digests set next_run_at = $3 where id = $1 and next_run_at = $2', [id, nextRunAt, next]);
}
