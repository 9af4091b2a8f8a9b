import type { RequestContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import type { SessionOwner } from './account.ts';
import { beginSession, type BegunSession, type Voucher } from './begin-session.ts';
import { recordSign, type SignEntry } from './record-sign.ts';
import { deleteSessionById } from './store/sessions.ts';

export type EnterContext = Pick<RequestContext, 'clock' | 'live' | 'client' | 'requestId' | 'caller'>;

/** A session with whose it is. */
export type Entered = BegunSession & { readonly owner: SessionOwner };

/** With what a session is begun, for the audit log. */
export interface Entry {
  readonly path: SignEntry['path'];
  readonly owner: SessionOwner;
  readonly subject: Readonly<Record<string, unknown>>;
  /** Set: an identity provider proved the person. */
  readonly voucher?: Voucher;
}

/**
 * Begins a session in place of the one that the browser had, and writes down who came in. Whose old session ended is for the caller to have
 * forgotten once this is committed (`forgetKey`).
 */
export async function enter(tx: Transaction, ctx: EnterContext, { path, owner, subject, voucher }: Entry): Promise<Entered> {
  const begun = await beginSession(tx, ctx, owner, voucher);
  if (ctx.caller.session !== undefined) await deleteSessionById(tx, ctx.caller.session.id);
  await recordSign(tx, ctx, { path, who: toActor(owner), subject: { ...subject, session_id: begun.session.id } });
  return { ...begun, owner };
}

function toActor(owner: SessionOwner): { readonly kind: 'user' | 'key'; readonly id: string } {
  return 'userId' in owner ? { kind: 'user', id: owner.userId } : { kind: 'key', id: owner.apiKeyId };
}
