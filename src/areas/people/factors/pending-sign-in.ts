import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { AppError } from '#kernel/errors.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { enter, type Entered, type EnterContext } from '../enter.ts';
import { recordSign } from '../record-sign.ts';
import { newToken } from '../token.ts';
import { listFactors, listWays, type Way } from './list-factors.ts';
import { proveFactor, type FactorProof, type ProofContext } from './prove.ts';
import { countPendingTry, deletePending, findPending, insertPending, type PendingSignIn } from './store/waiting.ts';

const PENDING_MS = 5 * MINUTE_MS;
/** Tries of any kind; after them the password is asked for again. */
const TRIES_MAX = 5;

/** A sign-in whose first proof was right, and that wants a second factor. */
export interface PendingFactor {
  /** 256 random bits, which exist only here. */
  readonly token: string;
  readonly endsAt: Date;
  readonly ways: readonly Way[];
}

type PendingContext = Pick<RequestContext, 'clock' | 'live' | 'client' | 'requestId'>;

/** Has a person who has a second factor prove it next. @returns undefined for a person who has none */
export async function beginPending(
  tx: Transaction,
  ctx: PendingContext,
  { userId, beganBy }: PendingSignIn,
): Promise<PendingFactor | undefined> {
  const ways = listWays(await listFactors(tx, userId));
  if (ways.length === 0) return undefined;
  const now = ctx.clock.realNow();
  const [token, endsAt] = [newToken(), new Date(now + PENDING_MS)];
  await insertPending(tx, { tokenHash: hashKey(token), userId, beganBy, endsAt }, new Date(now));
  const who = { kind: 'user', id: userId } as const;
  await recordSign(tx, ctx, { path: '/api/session', who, status: 200, subject: { by: beganBy, needs: 'factor' } });
  return { token, endsAt, ways };
}

/** Whose sign-in it is. @throws AppError 401 for one that is over */
export async function getPendingUser(
  { postgres, clock }: { readonly postgres: Sql } & Pick<RequestContext, 'clock'>,
  token: string,
): Promise<string> {
  const pending = await findPending(postgres, hashKey(token), new Date(clock.realNow()));
  if (pending === undefined) throw isOver();
  return pending.userId;
}

type CompleteContext = ProofContext & EnterContext & Pick<RequestContext, 'forgetKey'>;

/**
 * Begins the session of a sign-in that wanted a second factor.
 * @throws AppError 401 for a wrong factor, and for a sign-in that is over, was completed or had five tries; 429 after five wrong codes
 */
export async function completeSignIn(ctx: CompleteContext, token: string, proof: FactorProof): Promise<Entered> {
  const { postgres, clock, caller, forgetKey } = ctx;
  const tokenHash = hashKey(token);
  const pending = await countPendingTry(postgres, { tokenHash, triesMax: TRIES_MAX, now: new Date(clock.realNow()) });
  if (pending === undefined) throw isOver();
  const { userId, beganBy } = pending;
  if (!(await proveFactor(ctx, { userId, proof, purpose: 'factor' }))) {
    await recordSign(postgres, ctx, { path: '/api/session/factor', who: undefined, subject: { by: proof.by, user_id: userId } });
    throw new AppError('unauthorized', 'Unauthorized', {
      message: 'This does not prove your second factor.',
      hint: 'A code is good for one time and half a minute: wait for the next one. A recovery code is good for one time too.',
    });
  }
  const entered = await postgres.transaction(async (tx) => {
    if (!(await deletePending(tx, tokenHash))) return undefined;
    return await enter(tx, ctx, { path: '/api/session/factor', owner: { userId }, subject: { by: proof.by, began_by: beganBy } });
  });
  if (entered === undefined) throw isOver();
  if (caller.session !== undefined) forgetKey(caller.session.id);
  return entered;
}

function isOver(): AppError {
  return new AppError('unauthorized', 'Unauthorized', {
    message: 'This sign-in is over.',
    hint: 'Begin again with your password or link. It waits five minutes for a second factor, and takes five tries.',
  });
}
