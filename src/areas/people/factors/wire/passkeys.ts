import { z } from 'zod';
import { idField, nameField, listField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import type { Passkey } from '../store/passkeys.ts';

/** Bytes in base64url: a key for signatures after quantum computers has some thousands. */
const BYTES_LENGTH_MAX = 32_768;
const HANDLE_LENGTH_MAX = 2_048;
const TRANSPORTS_MAX = 10;

const BASE64URL = /^[A-Za-z0-9_-]+$/u;

function bytesField(max = BYTES_LENGTH_MAX) {
  return z.string().min(1).max(max).regex(BASE64URL, 'must be base64url');
}

const common = {
  id: bytesField(HANDLE_LENGTH_MAX),
  rawId: bytesField(HANDLE_LENGTH_MAX),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.object({}).default({}),
};

/** What `navigator.credentials.create` came to, as JSON. */
export const NewPasskeyField = z
  .object({
    ...common,
    response: z.object({
      clientDataJSON: bytesField(),
      attestationObject: bytesField(),
      transports: listField(z.string().max(32), { max: TRANSPORTS_MAX }).optional(),
    }),
  })
  .meta({ id: 'NewPasskey', description: '`PublicKeyCredential.toJSON()` of a passkey that was made' });

/** What `navigator.credentials.get` came to, as JSON. */
export const SignedField = z
  .object({
    ...common,
    response: z.object({
      clientDataJSON: bytesField(),
      authenticatorData: bytesField(),
      signature: bytesField(),
      userHandle: bytesField(HANDLE_LENGTH_MAX)
        .nullish()
        .transform((handle) => handle ?? undefined),
    }),
  })
  .meta({ id: 'SignedByPasskey', description: '`PublicKeyCredential.toJSON()` of a passkey that has signed' });

export const PasskeyBody = z
  .object({
    id: z.string(),
    name: z.string(),
    is_synced: z.boolean().meta({ description: 'Kept by an account of the person, and so on several devices' }),
    created_at: z.string(),
    used_at: z.string().nullable(),
  })
  .meta({ id: 'Passkey' });

export function toPasskeyBody(passkey: Passkey): z.infer<typeof PasskeyBody> {
  return toBody(PasskeyBody, passkey);
}

/** What the browser takes as `publicKey`, in its own spelling. */
export const OptionsResponse = z.object({
  success: z.boolean(),
  options: z.record(z.string(), z.unknown()).meta({
    description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`; good once and for five minutes',
  }),
});

export const AddPasskeyBody = z.object({ name: nameField(80), passkey: NewPasskeyField });
export const RenamePasskeyBody = z.object({ name: nameField(80) });
export const PasskeyParams = z.object({ id: idField() });
