import type { Postgres } from '../postgres/types.ts';
import { findCurrentKeyId, setCurrentKeyId } from './current-key.ts';
import { SecretError } from './errors.ts';
import type { SecretKey } from './key.ts';
import type { KeyRing } from './key-ring.ts';
import { seal } from './seal.ts';
import { countByKey, lockUnderOthers, updateSealed } from './store.ts';
import { openRow } from './use-key.ts';

/** Few, so that who changes one of them does not wait. */
const BATCH = 100;

export interface Rotation {
  /** The key that secrets are sealed with from now on. */
  readonly keyId: string;
  /** Sealed again by this call. */
  readonly sealed: number;
  /** All that lie under it now. */
  readonly secrets: number;
  /** Rows that are not what was written, and were left as they are. */
  readonly damaged: readonly string[];
}

/**
 * Seals every secret with a new key: `SECRETS_KEY` when it is set, with the one before in `SECRETS_KEY_OLD`; else one that is made in the
 * file, which keeps the old one until the end. Services may run on if they have both keys. A call that broke off is continued by the next.
 * @throws SecretError when a secret lies under a key that is not here: nothing was changed
 */
export async function rotateSecrets(postgres: Postgres, ring: KeyRing): Promise<Rotation> {
  await assertReadable(postgres, ring);
  if (ring.home === 'file' && ring.list().length === 1 && ring.getFirst()?.id === (await findCurrentKeyId(postgres))) await ring.renew();
  const key = ring.getFirst();
  if (key === undefined) throw new SecretError('key_missing', 'There is no key of secrets yet: the first start of the service makes it.');
  // From here on every process seals with it; who is sealing with another one is waited for.
  await setCurrentKeyId(postgres, key.id);
  const { sealed, damaged } = await sealAgain(postgres, ring, key);
  if (ring.home === 'file' && damaged.length === 0) await ring.forgetOld();
  const uses = await countByKey(postgres);
  return { keyId: key.id, sealed, secrets: uses.find(({ keyId }) => keyId === key.id)?.secrets ?? 0, damaged };
}

async function assertReadable(postgres: Postgres, ring: KeyRing): Promise<void> {
  for (const { keyId, secrets } of await countByKey(postgres)) {
    if ((await ring.find(keyId)) !== undefined) continue;
    throw new SecretError(
      'key_missing',
      `Secrets sealed with the key ${keyId}, which is not here: ${secrets}. Nothing was changed. Set SECRETS_KEY_OLD to that key, beside the new one in SECRETS_KEY.`,
    );
  }
}

async function sealAgain(postgres: Postgres, ring: KeyRing, key: SecretKey): Promise<{ sealed: number; damaged: string[] }> {
  const damaged: string[] = [];
  let sealed = 0;
  for (let after = ''; ;) {
    const batch = await postgres.transaction(async (tx) => {
      const rows = await lockUnderOthers(tx, { keyId: key.id, after, limit: BATCH });
      const failed: string[] = [];
      for (const row of rows) {
        const text = await openRow(ring, row).catch((error: unknown) => {
          if (error instanceof SecretError && error.reason === 'damaged') failed.push(row.id);
          else throw error;
        });
        if (text !== undefined) await updateSealed(tx, { id: row.id, keyId: key.id, sealed: seal(key, row, text) });
      }
      return { last: rows.at(-1)?.id, rows: rows.length, failed };
    });
    if (batch.last === undefined) return { sealed, damaged };
    sealed += batch.rows - batch.failed.length;
    damaged.push(...batch.failed);
    after = batch.last;
  }
}
