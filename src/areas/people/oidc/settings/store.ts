import type { Sql } from '#stores/postgres/types.ts';
import type { ProviderSettings, SignInProvider } from '../provider.ts';

const COLUMNS = `id, organization_id, issuer, client_id, secret_id, domains, rules, sync_roles, creates, domain_role, button, is_listed,
  is_enabled, is_password_allowed, tested_at, test_claims, test_problem, created_at, changed_at`;

/** @param organizationId null: that of the whole service */
export async function findProviderOf(sql: Sql, organizationId: string | null): Promise<SignInProvider | undefined> {
  const { rows } = await sql.query<SignInProvider>(
    `select ${COLUMNS} from sign_in_providers where organization_id is not distinct from $1`,
    [organizationId],
  );
  return rows[0];
}

export async function findProvider(sql: Sql, id: string): Promise<SignInProvider | undefined> {
  const { rows } = await sql.query<SignInProvider>(`select ${COLUMNS} from sign_in_providers where id = $1`, [id]);
  return rows[0];
}

/** By which a session was begun. */
export async function findSessionProvider(sql: Sql, sessionId: string): Promise<SignInProvider | undefined> {
  const { rows } = await sql.query<SignInProvider>(
    `select ${COLUMNS} from sign_in_providers where id = (select sign_in_provider_id from sessions where id = $1)`,
    [sessionId],
  );
  return rows[0];
}

const ENABLED_MAX = 1_000;

/** That of the service first. */
export async function listEnabledProviders(sql: Sql): Promise<SignInProvider[]> {
  const { rows } = await sql.query<SignInProvider>(
    `select ${COLUMNS} from sign_in_providers where is_enabled order by organization_id nulls first limit ${ENABLED_MAX}`,
  );
  return rows;
}

/** Takes the place of the one that was there. What a test found of another issuer, client or secret is forgotten. */
export async function upsertProvider(
  tx: Sql,
  provider: ProviderSettings & Pick<SignInProvider, 'id' | 'organizationId' | 'secretId'>,
  { now, isSameClient }: { readonly now: Date; readonly isSameClient: boolean },
): Promise<void> {
  await tx.query(
    `insert into sign_in_providers (id, organization_id, issuer, client_id, secret_id, domains, rules, sync_roles, creates, domain_role,
       button, is_listed, is_enabled, is_password_allowed, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)
     on conflict (organization_id) do update set issuer = excluded.issuer, client_id = excluded.client_id, secret_id = excluded.secret_id,
       domains = excluded.domains, rules = excluded.rules, sync_roles = excluded.sync_roles, creates = excluded.creates,
       domain_role = excluded.domain_role, button = excluded.button, is_listed = excluded.is_listed, is_enabled = excluded.is_enabled,
       is_password_allowed = excluded.is_password_allowed, changed_at = excluded.changed_at,
       tested_at = case when $16 then sign_in_providers.tested_at end,
       test_claims = case when $16 then sign_in_providers.test_claims end,
       test_problem = case when $16 then sign_in_providers.test_problem end`,
    [
      provider.id,
      provider.organizationId,
      provider.issuer,
      provider.clientId,
      provider.secretId,
      provider.domains,
      JSON.stringify(provider.rules),
      provider.syncRoles,
      provider.creates,
      provider.domainRole,
      provider.button,
      provider.isListed,
      provider.isEnabled,
      provider.isPasswordAllowed,
      now,
      isSameClient,
    ],
  );
}

export async function deleteProvider(tx: Sql, id: string): Promise<void> {
  await tx.query('delete from sign_in_providers where id = $1', [id]);
}

/** Ends the sessions that it began. @returns their ids */
export async function deleteSessionsBy(tx: Sql, providerId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>('delete from sessions where sign_in_provider_id = $1 returning id', [providerId]);
  return rows.map(({ id }) => id);
}

export interface TestOutcome {
  readonly claims: Readonly<Record<string, unknown>> | null;
  readonly problem: string | null;
}

export async function updateTest(sql: Sql, id: string, { claims, problem }: TestOutcome, now: Date): Promise<void> {
  await sql.query('update sign_in_providers set tested_at = $2, test_claims = $3, test_problem = $4 where id = $1', [
    id,
    now,
    claims === null ? null : JSON.stringify(claims),
    problem,
  ]);
}

/**
 * The domains for whose addresses a provider speaks: those of the service as its operator names them, those of an
 * organization where a record proves them.
 */
export async function listCountedDomains(sql: Sql, { organizationId, domains }: SignInProvider): Promise<ReadonlySet<string>> {
  if (organizationId === null) return new Set(domains);
  const { rows } = await sql.query<{ domain: string }>(
    'select domain from domains_proved where organization_id = $1 and proved_at is not null and domain = any($2)',
    [organizationId, domains],
  );
  return new Set(rows.map(({ domain }) => domain));
}

export interface ShownProvider {
  readonly id: string;
  readonly organizationId: string | null;
  readonly button: string;
}

const SHOWN_MAX = 20;

/** What the sign-in page shows: what is listed, and what speaks for the domain of an address. */
export async function listShownProviders(sql: Sql, domain: string | undefined): Promise<ShownProvider[]> {
  const { rows } = await sql.query<ShownProvider>(
    `select id, organization_id, button from sign_in_providers p
     where is_enabled
       and not exists (select from organizations o where o.id = p.organization_id and o.closed_at is not null)
       and case when $1::text is null then is_listed else $1 = any(domains) and (organization_id is null
       or exists (select from domains_proved d where d.organization_id = p.organization_id and d.domain = $1 and d.proved_at is not null)) end
     order by organization_id nulls first limit ${SHOWN_MAX}`,
    [domain ?? null],
  );
  return rows;
}

/**
 * Whether a person may not sign in by a password: an organization of theirs, or the service, has switched it off. The
 * only owner of an organization keeps it, and so do operators.
 */
export async function isPasswordRefused(sql: Sql, userId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from sign_in_providers p
     where p.is_enabled and not p.is_password_allowed
       and (p.organization_id is null or exists (select from memberships m where m.user_id = $1 and m.organization_id = p.organization_id))
       and not exists (select from users u where u.id = $1 and u.role is not null)
       and not exists (
         select from memberships m where m.user_id = $1 and m.role = 'owner' and m.organization_id = coalesce(p.organization_id, m.organization_id)
           and not exists (select from memberships o where o.organization_id = m.organization_id and o.role = 'owner' and o.user_id <> $1))
     limit 1`,
    [userId],
  );
  return rowCount === 1;
}
