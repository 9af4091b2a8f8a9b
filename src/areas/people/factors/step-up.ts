import type { RequestContext } from '#context';
import { isPassword } from '#http/callers/password.ts';
import { PROOF_MS } from '#http/callers/step-up.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { updateProvedAt } from '../store/sessions.ts';
import { findUserById } from '../store/users.ts';
import { proveFactor, type FactorProof, type ProofContext } from './prove.ts';

export type StepUpProof = FactorProof | { readonly by: 'password'; readonly password: string };

type StepUpContext = ProofContext & Pick<RequestContext, 'caller' | 'forgetKey'>;

/** The field of the request that each proof comes in. */
const FIELDS = { password: 'password', code: 'code', recovery_code: 'recovery_code', passkey: 'passkey' } as const;

/**
 * Notes that the person of a session proved again who they are.
 * @returns when the proof ends
 * @throws AppError 400 for a wrong one, 429 after too many wrong passwords or codes
 */
export async function stepUp(ctx: StepUpContext, proof: StepUpProof): Promise<Date> {
  const { postgres, clock, caller, forgetKey } = ctx;
  if (caller.session === undefined) throw new AppError('forbidden', 'Forbidden', { message: 'Only a session can be proved again.' });
  if (!(await isProved(ctx, proof))) throw invalid([{ path: FIELDS[proof.by], message: 'does not prove who you are' }]);
  const now = clock.realNow();
  await updateProvedAt(postgres, caller.session.id, new Date(now));
  forgetKey(caller.session.id);
  return new Date(now + PROOF_MS);
}

async function isProved(ctx: StepUpContext, proof: StepUpProof): Promise<boolean> {
  const { postgres, caller, client, attempts } = ctx;
  if (proof.by !== 'password') return await proveFactor(ctx, { userId: caller.id, proof, purpose: 'step_up' });
  const user = await findUserById(postgres, caller.id);
  const forgive = await attempts.begin('password', undefined, caller.id);
  if (!(await isPassword(proof.password, user?.passwordHash, client.address))) return false;
  await forgive();
  return true;
}
