import { createHmac, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** A key that secrets are sealed with. Its id names it in rows, and cannot be turned back into it. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Buffer;
}

const KEY_BYTES = 32;
const HEX = /^[0-9a-f]{64}$/iu;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/u;
const ID_LABEL = 'sightline: id of a key of secrets';

/** What is wrong with `SECRETS_KEY`. */
export const KEY_FORM = 'must be 32 bytes in base64 or hex; make one with: openssl rand -base64 32';

/** @returns undefined for a text that is no key */
export function parseKey(text: string): SecretKey | undefined {
  if (HEX.test(text)) return toKey(Buffer.from(text, 'hex'));
  if (BASE64.test(text)) return toKey(Buffer.from(text, 'base64'));
  return undefined;
}

export function newKey(): SecretKey {
  return toKey(randomBytes(KEY_BYTES));
}

function toKey(bytes: Buffer): SecretKey {
  return { id: `k_${createHmac('sha256', bytes).update(ID_LABEL).digest('hex').slice(0, 16)}`, bytes };
}

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
/** A guess takes 128 MiB and about half a second. */
const COST = { cost: 2 ** 17, blockSize: 8, parallelization: 1, maxmem: 256 * 1024 ** 2 };
export const KEY_OF_PASSPHRASE = 'scrypt-131072-8-1';
const SALT_BYTES = 16;

export function newSalt(): string {
  return randomBytes(SALT_BYTES).toString('base64');
}

/** The key of an archive. */
export async function toKeyOfPassphrase(passphrase: string, salt: string): Promise<SecretKey> {
  return toKey(await derive(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), KEY_BYTES, COST));
}
