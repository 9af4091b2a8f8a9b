import type { Sql } from '#stores/postgres/types.ts';
import type { KnownDomain } from '../../records/known-domain.ts';

/** Projects that have a domain as a website. */
const PROJECTS = `from assets asset join projects project on project.id = asset.project_id and project.status <> 'archived'
  where asset.type = 'website' and asset.domain_id`;

/**
 * Domains that get a snapshot every week: those that were onboarded, and those that a project which is
 * not archived has as a website. Only those that lack a row for one of these weeks, at most `limit`.
 */
export async function listDomainsLacking(
  sql: Sql,
  { weeks, limit }: { readonly weeks: readonly string[]; readonly limit: number },
): Promise<KnownDomain[]> {
  const { rows } = await sql.query<KnownDomain & Record<string, unknown>>(
    `select domain.id, domain.domain from domains domain
     where (domain.onboard_status = 'complete' or exists (select ${PROJECTS} = domain.id))
       and (select count(*) from domain_summaries week where week.domain_id = domain.id and week.year_week = any($1)) < $2
     order by domain.id limit $3`,
    [weeks, weeks.length, limit],
  );
  return rows.map(({ id, domain }) => ({ id, domain }));
}

/** The projects that share the price of asking about a domain, in their order. */
export async function listPayingProjects(sql: Sql, domainId: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(`select distinct project.id ${PROJECTS} = $1 order by project.id`, [domainId]);
  return rows.map(({ id }) => id);
}
