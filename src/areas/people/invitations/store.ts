import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toGrantValues, type Nullable } from '../members/store/rows.ts';
import type { Invitation, ShownInvitation } from './invitation.ts';

const COLUMNS = `i.id, i.organization_id, i.email, i.role, i.project_ids, i.screens, i.hide_costs, i.hide_volume, i.csv, i.comment, i.monthly_usd,
  i.message, i.is_mailed, i.invited_by, i.created_at, i.sent_at, i.expires_at`;
const IS_OPEN = 'i.accepted_at is null and i.revoked_at is null';

function toInvitation<Row extends Nullable<Invitation>>(row: Row): Row & Invitation {
  return {
    ...row,
    projectIds: row.projectIds ?? undefined,
    screens: row.screens ?? undefined,
    monthlyUsd: row.monthlyUsd ?? undefined,
    message: row.message ?? undefined,
  };
}

export async function insertInvitation(sql: Sql, invitation: Invitation, tokenHash: Uint8Array): Promise<void> {
  await sql.query(
    `insert into invitations (id, organization_id, email, role, project_ids, screens, hide_costs, hide_volume, csv, comment, monthly_usd,
       message, is_mailed, invited_by, created_at, sent_at, expires_at, token_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      invitation.id,
      invitation.organizationId,
      invitation.email,
      ...toGrantValues(invitation),
      invitation.message ?? null,
      invitation.isMailed,
      invitation.invitedBy,
      invitation.createdAt,
      invitation.sentAt,
      invitation.expiresAt,
      tokenHash,
    ],
  );
}

/** Another link in the place of the one before. @returns the invitation; undefined when it is not open */
export async function replaceToken(
  sql: Sql,
  {
    id,
    organizationId,
    tokenHash,
    now,
    expiresAt,
    isMailed,
  }: { id: string; organizationId: string; tokenHash: Uint8Array; now: Date; expiresAt: Date; isMailed: boolean },
): Promise<Invitation | undefined> {
  const { rows } = await sql.query<Nullable<Invitation>>(
    `update invitations i set token_hash = $3, sent_at = $4, expires_at = $5, is_mailed = $6
     where id = $1 and organization_id = $2 and ${IS_OPEN} returning ${COLUMNS}`,
    [id, organizationId, tokenHash, now, expiresAt, isMailed],
  );
  return rows[0] && toInvitation(rows[0]);
}

/** @returns whether it was open */
export async function revokeInvitation(sql: Sql, organizationId: string, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await sql.query(`update invitations i set revoked_at = $3 where id = $1 and organization_id = $2 and ${IS_OPEN}`, [
    id,
    organizationId,
    now,
  ]);
  return rowCount === 1;
}

/** The invitation behind a link that is good. */
export async function findOpenInvitation(sql: Sql, tokenHash: Uint8Array, now: Date): Promise<ShownInvitation | undefined> {
  const { rows } = await sql.query<Nullable<ShownInvitation>>(
    `select ${COLUMNS}, o.name as organization_name, u.name as inviter_name, exists (select from users where email = i.email) as has_account
     from invitations i join organizations o on o.id = i.organization_id left join users u on u.id = i.invited_by
     where i.token_hash = $1 and ${IS_OPEN} and i.expires_at > $2 and o.closed_at is null`,
    [tokenHash, now],
  );
  return rows[0] && toInvitation(rows[0]);
}

/** Uses the link up: of several at the same moment one succeeds. */
export async function takeInvitation(tx: Sql, tokenHash: Uint8Array, now: Date): Promise<Invitation | undefined> {
  const { rows } = await tx.query<Nullable<Invitation>>(
    `update invitations i set accepted_at = $2
     where i.token_hash = $1 and ${IS_OPEN} and i.expires_at > $2
       and exists (select from organizations where id = i.organization_id and closed_at is null)
     returning ${COLUMNS}`,
    [tokenHash, now],
  );
  return rows[0] && toInvitation(rows[0]);
}

/** Open ones that have not expired, the newest first. */
export const openInvitations = defineList<
  Nullable<Invitation & { inviterName: string }>,
  { organizationId: string; now: Date },
  Invitation & { inviterName: string | null }
>({
  columns: `${COLUMNS}, u.name as inviter_name`,
  from: `from invitations i left join users u on u.id = i.invited_by
    where i.organization_id = $1 and ${IS_OPEN} and i.expires_at > $2`,
  order: 'i.created_at desc, i.id desc',
  values: ({ organizationId, now }) => [organizationId, now],
  toItem: toInvitation,
});

/** How many an organization has open, and has sent since. */
export async function countInvitations(
  tx: Sql,
  organizationId: string,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<{ readonly open: number; readonly sent: number }> {
  const { rows } = await tx.query<{ open: number; sent: number }>(
    `select count(*) filter (where ${IS_OPEN} and i.expires_at > $2) as open, count(*) filter (where i.sent_at > $3) as sent
     from invitations i where i.organization_id = $1`,
    [organizationId, now, since],
  );
  return rows[0] ?? { open: 0, sent: 0 };
}

/** Names for the mail of an invitation. @param userId who invites; null: a key */
export async function findNames(
  sql: Sql,
  organizationId: string,
  userId: string | null,
): Promise<{ readonly organization: string; readonly inviter: string | null }> {
  const { rows } = await sql.query<{ organization: string; inviter: string | null }>(
    'select o.name as organization, u.name as inviter from organizations o left join users u on u.id = $2 where o.id = $1',
    [organizationId, userId],
  );
  return rows[0] ?? { organization: organizationId, inviter: null };
}

/** Whether a person with this address is a member. */
export async function isMember(sql: Sql, organizationId: string, email: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'select from memberships m join users u on u.id = m.user_id where m.organization_id = $1 and u.email = $2',
    [organizationId, email],
  );
  return rowCount === 1;
}
