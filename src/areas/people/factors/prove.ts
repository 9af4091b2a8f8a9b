import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { RequestContext } from '#context';
import { hashRecoveryCode } from './recovery-codes.ts';
import { useRecoveryCode } from './store/recovery-codes.ts';
import { findTotp, takeStep, type TotpRow } from './store/totp.ts';
import type { Challenge } from './store/waiting.ts';
import { findStep } from './totp.ts';
import { verifyPasskey, type PasskeyContext } from './verify-passkey.ts';

/** The kind of a secret that an app and the service share. */
export const TOTP_SECRET = 'totp';

/** What a person shows beside or in place of a password. */
export type FactorProof =
  | { readonly by: 'code'; readonly code: string }
  | { readonly by: 'recovery_code'; readonly code: string }
  | { readonly by: 'passkey'; readonly response: AuthenticationResponseJSON };

export type ProofContext = PasskeyContext & Pick<RequestContext, 'secrets' | 'attempts'>;

/**
 * Whether a person shows a second factor of theirs, which uses the proof up: a code and a recovery code are good for one time, and so is
 * what a passkey signs.
 * @param purpose what a passkey was asked for
 * @throws AppError 429 after five wrong codes of a person within 15 minutes, wherever they came from. Recovery codes and passkeys cannot be
 *   guessed and are not counted, so they let their owner in where others guess.
 */
export async function proveFactor(
  ctx: ProofContext,
  { userId, proof, purpose }: { readonly userId: string; readonly proof: FactorProof; readonly purpose: Challenge['purpose'] },
): Promise<boolean> {
  switch (proof.by) {
    case 'code': {
      const totp = await findTotp(ctx.postgres, userId, 'confirmed');
      return totp !== undefined && (await takeCode(ctx, { userId, totp, code: proof.code }));
    }
    case 'recovery_code':
      return await useRecoveryCode(ctx.postgres, { userId, hash: hashRecoveryCode(proof.code), now: new Date(ctx.clock.realNow()) });
    case 'passkey':
      return (await verifyPasskey(ctx, proof.response, { purpose, userId })) !== undefined;
  }
}

type CodeContext = Pick<RequestContext, 'postgres' | 'clock' | 'secrets' | 'attempts'>;

/** Takes a code of an app once. @throws AppError 429 after five wrong ones */
export async function takeCode(
  { postgres, clock, secrets, attempts }: CodeContext,
  { userId, totp, code }: { readonly userId: string; readonly totp: TotpRow; readonly code: string },
): Promise<boolean> {
  const forgive = await attempts.begin('code', undefined, userId);
  const secret = await secrets.open(postgres, totp.secretId, TOTP_SECRET);
  const step = findStep(secret, code, clock.realNow());
  if (step === undefined || !(await takeStep(postgres, totp.id, step))) return false;
  await forgive();
  return true;
}
