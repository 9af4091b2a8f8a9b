import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Share } from './share.ts';

const COLUMNS = `id, project_id, name, sections, filter, range, from_day, to_day, days, compare, password_hash, expires_at, allow_csv,
  show_annotations, frame_hosts, views_count, last_viewed_at, revoked_at,
  created_by, created_at, updated_at`;

export async function insertShare(sql: Sql, share: Share, tokenHash: Buffer): Promise<void> {
  await sql.query(
    `insert into public_shares
       (id, name, sections, filter, range, from_day, to_day, days, compare, password_hash, expires_at, allow_csv, show_annotations,
        frame_hosts, updated_at, token_hash, project_id, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
    [share.id, ...toSettings(share), tokenHash, share.projectId, share.createdBy, share.createdAt],
  );
}

export async function updateShareRow(sql: Sql, share: Share): Promise<void> {
  await sql.query(
    `update public_shares set name = $2, sections = $3, filter = $4, range = $5, from_day = $6, to_day = $7, days = $8, compare = $9,
       password_hash = $10, expires_at = $11, allow_csv = $12, show_annotations = $13, frame_hosts = $14, updated_at = $15
     where id = $1`,
    [share.id, ...toSettings(share)],
  );
}

/** What its owner can change, in the order of the statements above. */
function toSettings(share: Share): unknown[] {
  return [
    share.name,
    share.sections,
    JSON.stringify(share.filter),
    share.range,
    share.fromDay,
    share.toDay,
    share.days,
    share.compare,
    share.passwordHash,
    share.expiresAt,
    share.allowCsv,
    share.showAnnotations,
    share.frameHosts,
    share.updatedAt,
  ];
}

export async function findShare(sql: Sql, shareId: string): Promise<Share | undefined> {
  const { rows } = await sql.query<Share>(`select ${COLUMNS} from public_shares where id = $1`, [shareId]);
  return rows[0];
}

export async function lockShare(sql: Sql, shareId: string): Promise<Share | undefined> {
  const { rows } = await sql.query<Share>(`select ${COLUMNS} from public_shares where id = $1 for update`, [shareId]);
  return rows[0];
}

/** The share that a link leads to at this moment of real time; `undefined` once it is revoked or over. */
export async function findOpenShare(sql: Sql, tokenHash: Buffer, now: Date): Promise<Share | undefined> {
  const { rows } = await sql.query<Share>(
    `select ${COLUMNS} from public_shares where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
    [tokenHash, now],
  );
  return rows[0];
}

export interface ShareFilterOfList {
  /** Only of these projects; left out: of every one. */
  readonly projectIds?: readonly string[] | undefined;
}

/** Newest first. */
export const shareList = defineList<Share, ShareFilterOfList>({
  columns: COLUMNS,
  from: 'from public_shares where ($1::text[] is null or project_id = any($1))',
  order: 'created_at desc, id desc',
  values: ({ projectIds }) => [projectIds],
});

export async function countView(sql: Sql, shareId: string, now: Date): Promise<void> {
  await sql.query('update public_shares set views_count = views_count + 1, last_viewed_at = $2 where id = $1', [shareId, now]);
}

/** Ends a share; one that has ended keeps its moment. */
export async function revokeShareRow(sql: Sql, shareId: string, now: Date): Promise<void> {
  await sql.query('update public_shares set revoked_at = $2, updated_at = $2 where id = $1 and revoked_at is null', [shareId, now]);
}

/** How many links of a project open something at this moment. */
export async function countOpenShares(sql: Sql, projectId: string, now: Date): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total from public_shares
     where project_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
    [projectId, now],
  );
  return rows[0]?.total ?? 0;
}

/** Removes those of a project that open nothing any more, but for the newest. */
export async function deleteOldShares(sql: Sql, { projectId, now, kept }: { projectId: string; now: Date; kept: number }): Promise<void> {
  await sql.query(
    `delete from public_shares where id in (
       select id from public_shares where project_id = $1 and (revoked_at is not null or expires_at <= $2)
       order by created_at desc, id desc offset $3)`,
    [projectId, now, kept],
  );
}
