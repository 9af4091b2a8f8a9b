import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Mute, ShownMute } from '../mute.ts';

export async function insertMute(sql: Sql, mute: Mute): Promise<void> {
  await sql.query(
    `insert into alert_mutes (id, organization_id, project_id, rule_id, keyword_id, tag, reason, starts_at, ends_at, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      mute.id,
      mute.organizationId,
      mute.projectId,
      mute.ruleId,
      mute.keywordId,
      mute.tag,
      mute.reason,
      mute.startsAt,
      mute.endsAt,
      mute.createdBy,
      mute.createdAt,
    ],
  );
}

export async function findMute(sql: Sql, id: string): Promise<Pick<Mute, 'id' | 'organizationId' | 'projectId'> | undefined> {
  const { rows } = await sql.query<Pick<Mute, 'id' | 'organizationId' | 'projectId'>>(
    'select id, organization_id, project_id from alert_mutes where id = $1',
    [id],
  );
  return rows[0];
}

export async function deleteMuteRow(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from alert_mutes where id = $1', [id]);
}

export interface MuteFilter {
  /** Undefined: of all projects. */
  readonly projectIds: readonly string[] | undefined;
  /** Those of whole organizations too. */
  readonly withOrganizations: boolean;
  /** Undefined: of all organizations. */
  readonly organizationId: string | undefined;
  /** The service's own ones too. */
  readonly withService: boolean;
  /** Those that hold for this project, with those of its organization. */
  readonly holdsFor?: { readonly projectId: string; readonly organizationId: string } | undefined;
  readonly isActive?: boolean | undefined;
  readonly id?: string | undefined;
  readonly now: Date;
}

/** The newest first. */
export const muteList = defineList<ShownMute, MuteFilter>({
  columns: `m.id, m.organization_id, m.project_id, m.rule_id, m.keyword_id, m.tag, m.reason, m.starts_at, m.ends_at, m.created_by, m.created_at,
    r.name as rule_name, k.keyword_text as keyword, m.starts_at <= $8::timestamptz and m.ends_at > $8 as is_active`,
  from: `from alert_mutes m left join alert_rules r on r.id = m.rule_id left join keywords k on k.id = m.keyword_id
    where case when m.project_id is not null then $1::text[] is null or m.project_id = any($1)
        when m.organization_id is not null then $2::boolean and ($3::text is null or m.organization_id = $3) else $4::boolean end
      and ($5::text is null or m.project_id = $5 or (m.project_id is null and (m.organization_id is null or m.organization_id = $6)))
      and ($7::boolean is null or (m.starts_at <= $8::timestamptz and m.ends_at > $8) = $7) and ($9::text is null or m.id = $9)`,
  order: 'm.created_at desc, m.id desc',
  values: ({ projectIds, withOrganizations, organizationId, withService, holdsFor, isActive, id, now }) => [
    projectIds,
    withOrganizations,
    organizationId,
    withService,
    holdsFor?.projectId,
    holdsFor?.organizationId,
    isActive,
    now,
    id,
  ],
});

export async function countMutes(
  sql: Sql,
  { organizationId, projectIds }: { readonly organizationId: string | null; readonly projectIds: readonly string[] | null },
): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total from alert_mutes
     where case when $2::text[] is null then organization_id = $1 and project_id is null else project_id = any($2) end`,
    [organizationId, projectIds],
  );
  return rows[0]?.total ?? 0;
}
