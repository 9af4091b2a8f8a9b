import { hashKey } from '#http/auth.ts';
import { newId } from '#kernel/ids.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** People for requests to name: an operator, a member of the organization, an invitation to it, and who signs its members in. */
export async function makePeople(sql: Sql, organization: string): Promise<Readonly<Record<string, string>>> {
  await makePerson(sql);
  await makeProvider(sql, null);
  await sql.query(
    `insert into domains_proved (organization_id, domain, token, created_at) values ($1, 'example.com', 'walked', now())
     on conflict (organization_id, domain) do nothing`,
    [organization],
  );
  return {
    user_id: await makeMember(sql, organization),
    invitation_id: await makeInvitation(sql, organization),
    provider_id: await makeProvider(sql, organization),
  };
}

/** An identity provider of the sandbox, for an organization or the service. @returns its id */
async function makeProvider(sql: Sql, organization: string | null): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into sign_in_providers (id, organization_id, issuer, client_id, button, is_enabled, created_at, changed_at)
     values ($1, $2, 'https://login.example.com/identity/walk', 'walk', 'Sign in', true, now(), now())
     on conflict (organization_id) do update set issuer = excluded.issuer, is_enabled = true returning id`,
    [newId('idp_'), organization],
  );
  return rows[0]?.id ?? '';
}

/** An operator who may sign in. */
async function makePerson(sql: Sql): Promise<void> {
  await sql.query(
    `insert into users (id, email, name, role, created_at) values ($1, 'ada@example.com', 'Ada', 'owner', now()) on conflict (email) do nothing`,
    [newId('usr_')],
  );
}

/** A member of the organization. @returns the person's id */
async function makeMember(sql: Sql, organization: string): Promise<string> {
  const userId = newId('usr_');
  await sql.query(`insert into users (id, email, name, created_at) values ($1, $1 || '@example.com', 'Ben', now())`, [userId]);
  await sql.query(`insert into memberships (id, user_id, organization_id, role, created_at) values ($1, $2, $3, 'editor', now())`, [
    newId('mem_'),
    userId,
    organization,
  ]);
  return userId;
}

/** An open invitation that was made long ago. */
async function makeInvitation(sql: Sql, organization: string): Promise<string> {
  const id = newId('inv_');
  await sql.query(
    `insert into invitations (id, organization_id, email, role, token_hash, created_at, sent_at, expires_at)
     values ($1, $2, $1 || '@example.com', 'viewer', $3, now() - interval '1 day', now() - interval '1 day', now() + interval '1 day')`,
    [id, organization, hashKey(id)],
  );
  return id;
}
