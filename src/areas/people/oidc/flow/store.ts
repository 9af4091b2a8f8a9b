import type { Sql } from '#stores/postgres/types.ts';

/** For what a person is sent to a provider. */
export type Purpose = 'sign_in' | 'link' | 'test' | 'step_up';

/** A sign-in that began, until the provider's answer comes. */
export interface Flow {
  readonly stateHash: Uint8Array;
  readonly browserHash: Uint8Array;
  readonly providerId: string;
  readonly purpose: Purpose;
  readonly nonce: string;
  readonly verifier: string;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly invitationHash: Uint8Array | null;
  readonly returnTo: string;
  readonly endsAt: Date;
}

/** Adds one, and removes those that have ended. */
export async function insertFlow(tx: Sql, flow: Flow, now: Date): Promise<void> {
  await tx.query('delete from sign_in_flows where ends_at <= $1', [now]);
  await tx.query(
    `insert into sign_in_flows (state_hash, browser_hash, provider_id, purpose, nonce, verifier, user_id, session_id, invitation_hash, return_to, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      flow.stateHash,
      flow.browserHash,
      flow.providerId,
      flow.purpose,
      flow.nonce,
      flow.verifier,
      flow.userId,
      flow.sessionId,
      flow.invitationHash,
      flow.returnTo,
      flow.endsAt,
    ],
  );
}

/** Takes it: it is good for one time, whatever comes of it. */
export async function takeFlow(
  sql: Sql,
  { stateHash, browserHash, now }: Pick<Flow, 'stateHash' | 'browserHash'> & { readonly now: Date },
): Promise<Flow | undefined> {
  const { rows } = await sql.query<Flow>(
    `delete from sign_in_flows where state_hash = $1 and browser_hash = $2 and ends_at > $3
     returning state_hash, browser_hash, provider_id, purpose, nonce, verifier, user_id, session_id, invitation_hash, return_to, ends_at`,
    [stateHash, browserHash, now],
  );
  return rows[0];
}
