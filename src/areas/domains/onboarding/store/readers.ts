import type { Sql } from '#stores/postgres/types.ts';

/** A domain that is asked for in a project; `undefined`: in none. */
export interface DomainOfProject {
  readonly domainId: number;
  readonly projectId: string | undefined;
}

/** `fetched`: the project's organization had the domain fetched itself; `website`: it is a website of one of its projects. */
export type DomainClaim = 'fetched' | 'website';

const CONDITIONS: Readonly<Record<DomainClaim, string>> = {
  fetched: 'select from domain_readers r where r.organization_id = p.organization_id and r.domain_id = asked.domain_id',
  website: `select from assets a join projects o on o.id = a.project_id
    where o.organization_id = p.organization_id and a.domain_id = asked.domain_id and a.type = 'website'`,
};

/** Which of the domains, by their index, the organizations of the projects have that claim on. */
export async function listClaimedIndexes(sql: Sql, claim: DomainClaim, asked: readonly DomainOfProject[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql.query<{ index: number }>(
    `select asked.at::integer - 1 as index
     from unnest($1::bigint[], $2::text[]) with ordinality as asked (domain_id, project_id, at)
     join projects p on p.id = asked.project_id
     where exists (${CONDITIONS[claim]})`,
    [asked.map(({ domainId }) => domainId), asked.map(({ projectId }) => projectId ?? null)],
  );
  return new Set(rows.map(({ index }) => index));
}

/** Records that the organizations of projects had the domains fetched. */
export async function insertReaders(sql: Sql, readers: readonly DomainOfProject[], now: Date): Promise<void> {
  if (readers.length === 0) return;
  await sql.query(
    `insert into domain_readers (organization_id, domain_id, since)
     select distinct p.organization_id, reader.domain_id, $3::timestamptz
     from unnest($1::bigint[], $2::text[]) as reader (domain_id, project_id) join projects p on p.id = reader.project_id
     on conflict do nothing`,
    [readers.map(({ domainId }) => domainId), readers.map(({ projectId }) => projectId ?? null), now],
  );
}

/** The same of one organization, for what it asks without a project. */
export async function insertOrganizationReader(
  sql: Sql,
  { organizationId, domainId, now }: { readonly organizationId: string; readonly domainId: number; readonly now: Date },
): Promise<void> {
  await sql.query('insert into domain_readers (organization_id, domain_id, since) values ($1, $2, $3) on conflict do nothing', [
    organizationId,
    domainId,
    now,
  ]);
}
