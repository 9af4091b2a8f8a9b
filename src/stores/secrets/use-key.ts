import type { Transaction } from '../postgres/types.ts';
import { holdCurrentKeyId } from './current-key.ts';
import { SecretError } from './errors.ts';
import type { KeyRing } from './key-ring.ts';
import type { SecretKey } from './key.ts';
import { unseal } from './seal.ts';
import type { SealedRow } from './store.ts';

/** The key that every process seals with, held until the transaction ends. */
export async function takeKey(tx: Transaction, ring: KeyRing): Promise<SecretKey> {
  const keyId = await holdCurrentKeyId(tx);
  const key = keyId === undefined ? undefined : await ring.find(keyId);
  if (key !== undefined) return key;
  throw new SecretError('key_missing', 'This process lacks the key that secrets are sealed with, so it cannot keep one.');
}

export async function openRow(ring: KeyRing, row: SealedRow): Promise<string> {
  const key = await ring.find(row.keyId);
  if (key !== undefined) return unseal(key, row, row.sealed);
  throw new SecretError('key_missing', `The secret ${row.id} is sealed with the key ${row.keyId}, which this process lacks.`);
}
