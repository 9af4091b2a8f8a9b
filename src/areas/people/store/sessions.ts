import type { Sql } from '#stores/postgres/types.ts';
import type { Session } from '../account.ts';
import { toFactorDue } from '../factors/store/required.ts';
import type { Membership } from '../members/member.ts';
import { MEMBERSHIP_JSON, parseMembership, type MembershipRow } from '../members/store/rows.ts';

type SessionRow = Omit<Session, 'agent'> & { readonly agent: string | null };

export interface NewSession extends SessionRow {
  readonly tokenHash: Uint8Array;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  /** In which a person acts. */
  readonly organizationId: string | null;
  /** By which provider of others it was begun. */
  readonly signInProviderId: string | null;
}

export async function insertSession(sql: Sql, session: NewSession): Promise<void> {
  await sql.query(
    `insert into sessions (id, token_hash, user_id, api_key_id, created_at, used_at, idle_ends_at, ends_at, address, agent, organization_id,
       sign_in_provider_id, proved_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $5)`,
    [
      session.id,
      session.tokenHash,
      session.userId,
      session.apiKeyId,
      session.createdAt,
      session.usedAt,
      session.idleEndsAt,
      session.endsAt,
      session.address,
      session.agent,
      session.organizationId,
      session.signInProviderId,
    ],
  );
}

/** A session with what is known of whose it is. */
export interface FoundSession {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly idleEndsAt: Date;
  readonly provedAt: Date;
  /** From when on the person is kept out for want of a second factor; null: never. */
  readonly factorDueAt: Date | null;
  readonly userId: string | null;
  readonly isOperator: boolean;
  /** In which the person acts. */
  readonly organizationId: string | null;
  /** Whose identity provider began it. */
  readonly boundTo: string | null;
  readonly membership: Membership | undefined;
  /** As whom the person looks at the organization. */
  readonly viewed: Membership | undefined;
  readonly keyHash: Buffer | null;
}

type FoundRow = Omit<FoundSession, 'membership' | 'viewed'> & {
  readonly membership: MembershipRow | null;
  readonly viewed: MembershipRow | null;
};

export interface SessionUse {
  readonly tokenHash: Uint8Array;
  readonly now: Date;
  /** It is put off when less than half of this is left. */
  readonly idleMs: number;
  readonly isUse: boolean;
}

/** The session with this hash unless it has ended. Its use is noted at most once a minute. */
export async function findSessionRow(sql: Sql, { tokenHash, now, idleMs, isUse }: SessionUse): Promise<FoundSession | undefined> {
  const { rows } = await sql.query<FoundRow>(
    `with used as (
       update sessions
       set used_at = $2,
         idle_ends_at = case
           when idle_ends_at < $2::timestamptz + $3::float8 / 2 * interval '1 ms' then least(ends_at, $2::timestamptz + $3::float8 * interval '1 ms')
           else idle_ends_at end
       where token_hash = $1 and $4::boolean and idle_ends_at > $2 and used_at < $2::timestamptz - interval '1 minute'
     )
     select s.id, s.token_hash, s.idle_ends_at, s.proved_at, s.user_id, users.role is not null and p.organization_id is null as is_operator,
       s.organization_id, p.organization_id as bound_to, api_keys.key_hash, ${toFactorDue('s.user_id')} as factor_due_at,
       ${MEMBERSHIP_JSON} as membership,
       (select ${MEMBERSHIP_JSON} from memberships m where m.id = s.viewed_membership_id and s.view_ends_at > $2) as viewed
     from sessions s left join users on users.id = s.user_id left join api_keys on api_keys.id = s.api_key_id
       left join sign_in_providers p on p.id = s.sign_in_provider_id
       left join memberships m on m.user_id = s.user_id and m.organization_id = s.organization_id
     where s.token_hash = $1 and s.idle_ends_at > $2`,
    [tokenHash, now, idleMs, isUse],
    'find-session',
  );
  const [row] = rows;
  return row && { ...row, membership: parseMembership(row.membership), viewed: parseMembership(row.viewed) };
}

/** The owner of the sessions: a person or a key; the other is null. */
export interface SessionFilter {
  readonly userId: string | null;
  readonly apiKeyId: string | null;
}

const OWN = '(user_id = $1 or api_key_id = $2)';
const COLUMNS = `id, created_at, used_at, idle_ends_at, ends_at, address, agent`;

/** Open sessions, the newest first. */
export async function listSessionRows(sql: Sql, { userId, apiKeyId }: SessionFilter, now: Date): Promise<Session[]> {
  const { rows } = await sql.query<SessionRow>(
    `select ${COLUMNS} from sessions where ${OWN} and idle_ends_at > $3 order by created_at desc, id desc limit 1000`,
    [userId, apiKeyId, now],
  );
  return rows.map(toSession);
}

export async function findSessionById(sql: Sql, id: string): Promise<Session | undefined> {
  const { rows } = await sql.query<SessionRow>(`select ${COLUMNS} from sessions where id = $1`, [id]);
  return rows[0] && toSession(rows[0]);
}

/** Sessions that may be ended: the own ones and, for an administrator, those of keys inside its binding, or all without one. */
export interface EndableSessions extends SessionFilter {
  readonly isAdmin: boolean;
  readonly organizationId: string | null;
  readonly projectIds: readonly string[] | null;
}

/** Ends one of them, of which the id is known. @returns whether it was there and had not ended */
export async function deleteSession(sql: Sql, endable: EndableSessions, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { userId, apiKeyId, isAdmin, organizationId, projectIds } = endable;
  const { rowCount } = await sql.query(
    `delete from sessions
     where id = $3 and idle_ends_at > $4
       and (${OWN} or ($5::boolean and ($6::text is null and $7::text[] is null
         or api_key_id in (select id from api_keys where ($6::text is null or organization_id = $6) and ($7::text[] is null or project_id = any($7))))))`,
    [userId, apiKeyId, id, now, isAdmin, organizationId, projectIds],
  );
  return rowCount === 1;
}

/** Notes that the person of the session proved who they are. */
export async function updateProvedAt(sql: Sql, id: string, provedAt: Date): Promise<void> {
  await sql.query('update sessions set proved_at = $2 where id = $1', [id, provedAt]);
}

export async function deleteSessionById(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from sessions where id = $1', [id]);
}

/** Where the person of a session acts from now on, and as whom they look at it. */
export async function moveSession(
  sql: Sql,
  id: string,
  {
    organizationId,
    viewed,
  }: { readonly organizationId: string | null; readonly viewed?: { readonly membershipId: string; readonly endsAt: Date } },
): Promise<void> {
  await sql.query('update sessions set organization_id = $2, viewed_membership_id = $3, view_ends_at = $4 where id = $1', [
    id,
    organizationId,
    viewed?.membershipId ?? null,
    viewed?.endsAt ?? null,
  ]);
}

/** Ends all of them but one, if one is named. @returns how many */
export async function deleteSessionsOf(sql: Sql, { userId, apiKeyId }: SessionFilter, exceptId: string | null): Promise<number> {
  const { rowCount } = await sql.query(`delete from sessions where ${OWN} and ($3::text is null or id <> $3)`, [
    userId,
    apiKeyId,
    exceptId,
  ]);
  return rowCount ?? 0;
}

/** Ends the oldest ones of which there are more than `max`. */
export async function deleteOldestSessions(sql: Sql, { userId, apiKeyId }: SessionFilter, max: number): Promise<void> {
  await sql.query(`delete from sessions where id in (select id from sessions where ${OWN} order by created_at desc, id desc offset $3)`, [
    userId,
    apiKeyId,
    max,
  ]);
}

/** Removes what has ended, a part at a time. */
export async function deleteEndedSessions(sql: Sql, now: Date, max: number): Promise<void> {
  await sql.query('delete from sessions where id in (select id from sessions where idle_ends_at <= $1 order by idle_ends_at limit $2)', [
    now,
    max,
  ]);
}

function toSession({ agent, ...row }: SessionRow): Session {
  return { ...row, agent: agent ?? undefined };
}
