import { z } from 'zod';
import type { BodyForms } from '#http/endpoint.ts';
import { emailField, secretField } from '../../wire/sessions.ts';
import { listWays, WAYS, type Factors } from '../list-factors.ts';
import type { FactorProof } from '../prove.ts';
import type { FactorReset } from '../reset-factors.ts';
import type { StepUpProof } from '../step-up.ts';
import { PASSKEYS_MAX } from '../add-passkey.ts';
import { PasskeyBody, SignedField, toPasskeyBody } from './passkeys.ts';

export const FactorsResponse = z.object({
  success: z.boolean(),
  ways: z.array(z.enum(WAYS)).max(WAYS.length).meta({ description: 'How a second factor can be shown now; empty without one' }),
  totp_since: z.string().nullable().meta({ description: 'Since when an authenticator app gives codes' }),
  passkeys: z.array(PasskeyBody).max(PASSKEYS_MAX),
  recovery_codes_left: z.int(),
});

export function toFactorsBody(factors: Factors): z.infer<typeof FactorsResponse> {
  return {
    success: true,
    ways: listWays(factors),
    totp_since: factors.totpSince?.toISOString() ?? null,
    passkeys: factors.passkeys.map(toPasskeyBody),
    recovery_codes_left: factors.recoveryCodesLeft,
  };
}

export const TotpResponse = z.object({
  success: z.boolean(),
  secret: z.string().meta({ description: 'Shown this once, in Base32' }),
  otpauth: z.string().meta({ description: 'The address that a QR code for an app holds' }),
});

const codeField = () => z.string().trim().min(1).max(16).meta({ description: 'Six digits of an authenticator app' });

export const CodeBody = z.object({ code: codeField() });

const RECOVERY_CODES = z.array(z.string()).max(10).meta({ description: 'Ten, shown this once: each signs in once in place of a factor' });

/** The first factor brings recovery codes. */
export const FirstFactorResponse = z.object({
  success: z.boolean(),
  recovery_codes: RECOVERY_CODES.nullable().meta({ description: 'Ten, shown this once, with the first factor; null with a further one' }),
});
export const AddPasskeyResponse = FirstFactorResponse.extend({ passkey: PasskeyBody });
export const RecoveryCodesResponse = z.object({ success: z.boolean(), recovery_codes: RECOVERY_CODES });
export const DoneResponse = z.object({ success: z.boolean() });

const proofs = {
  code: z.object({ code: codeField() }),
  recovery_code: z.object({ recovery_code: secretField() }),
  passkey: z.object({ passkey: SignedField }),
};
const PASSWORD = z.object({ password: secretField() });
const TOKEN = { token: secretField().meta({ description: 'What `POST /api/session` answered' }) };

export const FactorBody = {
  forms: { code: proofs.code.extend(TOKEN), recovery_code: proofs.recovery_code.extend(TOKEN), passkey: proofs.passkey.extend(TOKEN) },
  choose: (raw) => (['passkey', 'recovery_code'] as const).find((name) => Reflect.get(Object(raw), name) !== undefined) ?? 'code',
} satisfies BodyForms;

export const StepUpBody = {
  forms: { ...proofs, password: PASSWORD },
  choose: (raw) =>
    (['passkey', 'recovery_code', 'code'] as const).find((name) => Reflect.get(Object(raw), name) !== undefined) ?? 'password',
} satisfies BodyForms;

type FactorForm = z.infer<(typeof proofs)[keyof typeof proofs]>;

export function toFactorProof(body: FactorForm): FactorProof {
  if ('passkey' in body) return { by: 'passkey', response: body.passkey };
  return 'recovery_code' in body ? { by: 'recovery_code', code: body.recovery_code } : { by: 'code', code: body.code };
}

export function toStepUpProof(body: FactorForm | z.infer<typeof PASSWORD>): StepUpProof {
  return 'password' in body ? { by: 'password', password: body.password } : toFactorProof(body);
}

export const StepUpResponse = z.object({
  success: z.boolean(),
  ends_at: z.string().meta({ description: 'Until when calls that ask for a proof are answered' }),
});

export const AskForPasskeyBody = z.object({
  token: secretField().nullish().meta({ description: 'Of a sign-in that wants a second factor: only passkeys of its person' }),
});

export const ResetFactorsBody = z.object({ email: emailField() });
export const ResetFactorsResponse = z.object({
  success: z.boolean(),
  had_app: z.boolean().meta({ description: 'Whether an authenticator app was removed' }),
  passkeys_removed: z.int(),
  sessions_ended: z.int(),
});

export function toResetBody({ hadTotp, passkeys, sessionsEnded }: FactorReset): z.infer<typeof ResetFactorsResponse> {
  return { success: true, had_app: hadTotp, passkeys_removed: passkeys, sessions_ended: sessionsEnded };
}

export const FactorPolicyBody = z.object({ required: z.boolean() });
export const FactorPolicyResponse = z.object({
  success: z.boolean(),
  factor_required_since: z.string().nullable().meta({ description: 'Since when it asks; null: it does not' }),
});
