import { z } from 'zod';
import type { BodyForms } from '#http/endpoint.ts';
import { idField, nameField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { countDifferent, PASSWORD_DIFFERENT_MIN } from '#kernel/text.ts';
import type { Session } from '../account.ts';
import { WAYS } from '../factors/list-factors.ts';
import type { PendingFactor } from '../factors/pending-sign-in.ts';
import { SignedField } from '../factors/wire/passkeys.ts';
import type { Proof } from '../sign-in.ts';

const EMAIL_LENGTH_MAX = 254;
export const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 200;
const SECRET_LENGTH_MAX = 512;

/** An e-mail address; people write it in any case. */
export function emailField() {
  return z.email('must be an e-mail address').max(EMAIL_LENGTH_MAX).toLowerCase();
}

/** A password that a person chooses. */
export function newPasswordField() {
  return z
    .string()
    .min(PASSWORD_LENGTH_MIN)
    .max(PASSWORD_LENGTH_MAX)
    .refine((text) => countDifferent(text) >= PASSWORD_DIFFERENT_MIN, `must have ${PASSWORD_DIFFERENT_MIN} different characters or more`)
    .meta({ description: `${PASSWORD_LENGTH_MIN} characters or more, of which ${PASSWORD_DIFFERENT_MIN} differ` });
}

/** A password, key or token that is to be checked; whether it is right is not for the schema to say. */
export function secretField() {
  return z.string().min(1).max(SECRET_LENGTH_MAX);
}

const forms = {
  password: z.object({ email: emailField(), password: secretField() }),
  api_key: z.object({ api_key: secretField() }),
  link: z.object({ link: secretField().meta({ description: 'The text behind `#link=` of a sign-in link' }) }),
  passkey: z.object({ passkey: SignedField }),
};

export const SignInBody = {
  forms,
  choose: (raw) => (['link', 'api_key', 'passkey'] as const).find((name) => Reflect.get(Object(raw), name) !== undefined) ?? 'password',
} satisfies BodyForms;

export function toProof(body: z.infer<(typeof forms)[keyof typeof forms]>): Proof {
  if ('link' in body) return { by: 'link', token: body.link };
  if ('passkey' in body) return { by: 'passkey', response: body.passkey };
  return 'api_key' in body ? { by: 'api_key', apiKey: body.api_key } : { by: 'password', email: body.email, password: body.password };
}

const SessionBody = z
  .object({
    id: z.string(),
    created_at: z.string(),
    used_at: z.string().meta({ description: 'When it was last used, at most a minute too early' }),
    idle_ends_at: z.string().meta({ description: 'When it ends unless it is used before' }),
    ends_at: z.string().meta({ description: 'When it ends in any case' }),
    address: z.string().meta({ description: 'Where it was begun' }),
    agent: z.string().nullable().meta({ description: 'What the browser called itself' }),
    is_current: z.boolean().meta({ description: 'Whether it is the one that asks' }),
  })
  .meta({ id: 'Session' });

const FactorNeededBody = z
  .object({
    token: z.string().meta({ description: 'For `POST /api/session/factor`, shown this once' }),
    ends_at: z.string(),
    ways: z.array(z.enum(WAYS)).max(WAYS.length).meta({ description: 'How the person can show a second factor' }),
  })
  .meta({ id: 'FactorNeeded' });

export const SessionResponse = z.object({
  success: z.boolean(),
  authenticated: z.boolean(),
  kind: z.enum(['user', 'key']).nullable().meta({ description: 'Who signed in: a person, or an API key' }),
  session: SessionBody.nullable(),
  factor: FactorNeededBody.nullable().meta({ description: 'Set where the sign-in wants a second factor: there is no session yet' }),
});

export const CurrentSessionResponse = SessionResponse.extend({
  sends_mail: z.boolean().meta({ description: 'Whether the service can mail links to people who forgot their password' }),
});

export function toFactorNeeded({ token, endsAt, ways }: PendingFactor): z.infer<typeof SessionResponse> {
  const factor = { token, ends_at: endsAt.toISOString(), ways: [...ways] };
  return { success: true, authenticated: false, kind: null, session: null, factor };
}

export const SessionListResponse = z.object({ success: z.boolean(), sessions: z.array(SessionBody) });
export const ActBody = z.object({ organization_id: nameField().nullable() });
export const SessionParams = z.object({ id: idField() });
export const EndedResponse = z.object({ success: z.boolean() });

export function toSessionBody(session: Session, currentId: string | undefined): z.infer<typeof SessionBody> {
  return toBody(SessionBody, { ...session, isCurrent: session.id === currentId });
}

export const SignedOutResponse = z.object({
  success: z.boolean(),
  sign_out_url: z
    .string()
    .nullable()
    .meta({ description: 'Where the browser signs out at the provider that began the session, if it offers that' }),
});

export const SetupResponse = z.object({
  success: z.boolean(),
  needed: z.boolean().meta({ description: 'Whether the console has no owner yet' }),
});

export const SetupBody = z.object({
  token: secretField().meta({ description: 'The text behind `#token=` of the link that the service printed' }),
  email: emailField(),
  name: nameField(),
  password: newPasswordField(),
});
