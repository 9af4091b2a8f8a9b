import type { Sql } from '#stores/postgres/types.ts';

/** A sign-in at Google that began, until the browser comes back. */
export interface Flow {
  readonly stateHash: Uint8Array;
  readonly callerId: string;
  /** Null: a key asked, which has no session. */
  readonly sessionId: string | null;
  readonly organizationId: string;
  /** Set: access is given again to this connection. */
  readonly connectionId: string | null;
  readonly accountName: string;
  readonly verifier: string;
  readonly redirectUri: string;
  readonly returnTo: string;
  readonly endsAt: Date;
}

/** Adds one, and removes those that have ended. */
export async function insertFlow(tx: Sql, flow: Flow, now: Date): Promise<void> {
  await tx.query('delete from search_console_flows where ends_at <= $1', [now]);
  await tx.query(
    `insert into search_console_flows (state_hash, caller_id, session_id, organization_id, connection_id, account_name, verifier, redirect_uri,
       return_to, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      flow.stateHash,
      flow.callerId,
      flow.sessionId,
      flow.organizationId,
      flow.connectionId,
      flow.accountName,
      flow.verifier,
      flow.redirectUri,
      flow.returnTo,
      flow.endsAt,
    ],
  );
}

export interface FlowKey extends Pick<Flow, 'stateHash' | 'callerId' | 'sessionId'> {
  readonly now: Date;
}

/** Takes it: it is good for one time, for who asked and in the session that asked. */
export async function takeFlow(sql: Sql, { stateHash, callerId, sessionId, now }: FlowKey): Promise<Flow | undefined> {
  const { rows } = await sql.query<Flow>(
    `delete from search_console_flows
     where state_hash = $1 and caller_id = $2 and session_id is not distinct from $3 and ends_at > $4
     returning state_hash, caller_id, session_id, organization_id, connection_id, account_name, verifier, redirect_uri, return_to, ends_at`,
    [stateHash, callerId, sessionId, now],
  );
  return rows[0];
}
