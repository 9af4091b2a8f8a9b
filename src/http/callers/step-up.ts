import { MINUTE_MS } from '#kernel/durations.ts';
import { AppError } from '#kernel/errors.ts';
import type { Caller } from '../caller.ts';

/** For so long a proof of who a person is counts. Signing in is one. */
export const PROOF_MS = 10 * MINUTE_MS;

interface ProofTools {
  /** Epoch milliseconds of real time. */
  readonly now: number;
  /** The caller as the store has it: the proof may have been given to another process a moment ago. */
  readonly findNewest: () => Promise<Caller | undefined>;
}

/** @throws AppError `Proof needed` for a person whose last proof is too old; programs, which have a key, prove themselves with each call */
export async function requireProof(caller: Caller, { now, findNewest }: ProofTools): Promise<void> {
  if (isProved(caller, now) || isProved((await findNewest()) ?? caller, now)) return;
  throw new AppError('proof_needed', 'Proof needed', {
    message: 'This asks once more who you are: the last proof is older than 10 minutes.',
    details: { step_up: true, within_seconds: PROOF_MS / 1_000 },
    hint: 'Send a password, a code or a passkey to POST /api/session/step-up and repeat the call; or sign in again.',
  });
}

function isProved({ kind, session }: Caller, now: number): boolean {
  if (kind !== 'user' || session === undefined) return true;
  return session.provedAt !== undefined && now - session.provedAt.getTime() < PROOF_MS;
}
