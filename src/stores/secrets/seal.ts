import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { SecretError } from './errors.ts';
import type { SecretKey } from './key.ts';

/** What a sealed text belongs to. Both are authenticated: sealed bytes of another row, or of another kind, do not open. */
export interface SecretName {
  readonly id: string;
  readonly kind: string;
}

const CIPHER = 'aes-256-gcm';
/** The first byte, so that another form can follow. */
const FORM = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Form, nonce, sealed text, tag. */
export function seal(key: SecretKey, name: SecretName, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(toAuthenticated(name));
  return Buffer.concat([Buffer.of(FORM), nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws SecretError (`damaged`) when these are not the bytes that were sealed for this row with this key */
export function unseal(key: SecretKey, name: SecretName, sealed: Buffer): string {
  try {
    if (sealed[0] !== FORM || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) throw new Error('of no known form');
    const decipher = createDecipheriv(CIPHER, key.bytes, sealed.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(toAuthenticated(name));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new SecretError('damaged', `The secret ${name.id} is not the one that was written: its row was damaged or changed.`, cause);
  }
}

function toAuthenticated({ id, kind }: SecretName): Buffer {
  return Buffer.from(JSON.stringify([id, kind]));
}
