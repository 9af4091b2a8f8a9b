import type { Sql } from '#stores/postgres/types.ts';
import type { KnownDomain } from '../../records/known-domain.ts';

/** Projects that have a domain as a website. */
const PROJECTS = `from assets asset join projects project on project.id = asset.project_id and project.status <> 'archived'
  where asset.type = 'website' and asset.domain_id`;

/** A tracked domain that the weekly run has something to ask about. */
export interface LackingDomain extends KnownDomain {
  readonly lacksThisWeek: boolean;
  /** Earlier weeks that are missing. */
  readonly weeksMissing: number;
  /** New and lost links were not looked for in this week. */
  readonly isLookDue: boolean;
  readonly lookedFrom: string | null;
  readonly lookedUntil: Date | null;
}

/**
 * Domains that get a snapshot every week: those that were onboarded, and those that a project which is
 * not archived has as a website. Only those that lack a row for the week or one of the weeks before it, or a look in it.
 */
export async function listDomainsLacking(
  sql: Sql,
  {
    week,
    past,
    monday,
    limit,
  }: { readonly week: string; readonly past: readonly string[]; readonly monday: string; readonly limit: number },
): Promise<LackingDomain[]> {
  const { rows } = await sql.query<LackingDomain>(
    `select * from (
       select domain.id, domain.domain,
         not exists (select from domain_summaries now where now.domain_id = domain.id and now.year_week = $1) as lacks_this_week,
         cardinality($2::text[]) - (select count(*) from domain_summaries week where week.domain_id = domain.id and week.year_week = any($2))
           as weeks_missing,
         coalesce(look.looked_until, '-infinity') < $3::timestamptz
           and not (look.outcome is not distinct from 'unknown_domain' and look.attempted_at >= $3::timestamptz) as is_look_due,
         look.looked_from, look.looked_until
       from domains domain left join link_looks look on look.domain_id = domain.id
       where domain.onboard_status = 'complete' or exists (select ${PROJECTS} = domain.id)) tracked
     where lacks_this_week or weeks_missing > 0 or is_look_due
     order by id limit $4`,
    [week, past, monday, limit],
  );
  return rows;
}

/** The projects that share the price of asking about a domain, in their order. */
export async function listPayingProjects(sql: Sql, domainId: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(`select distinct project.id ${PROJECTS} = $1 order by project.id`, [domainId]);
  return rows.map(({ id }) => id);
}
