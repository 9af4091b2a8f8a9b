import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config';
import { hashKey } from '#http/auth.ts';
import { newApiKey } from '#kernel/ids.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { toKeyPrefix } from './create-api-key.ts';
import { insertFirstKey, replaceFirstKey, selectKeyRecord } from './store.ts';

const FIRST_KEY_ID = 'key_first_admin';
const FILE = 'admin-key';
const OWNER_ONLY = 0o600;

export interface EnsureAdminKeyOptions {
  readonly postgres: Postgres;
  readonly config: Pick<Config, 'adminKey' | 'dataDir'>;
  readonly logger: Logger;
}

/**
 * Sees to it that there is an admin key (decisions, section 5): `SIGHTLINE_ADMIN_KEY` when set,
 * else the one in the data folder, else a new one that is written there. A changed variable
 * replaces the key. The key itself is never logged, only where it lies.
 */
export async function ensureAdminKey({ postgres, config, logger }: EnsureAdminKeyOptions): Promise<void> {
  const file = join(config.dataDir, FILE);
  const given = config.adminKey ?? (await readKey(file));
  if (given !== undefined) {
    await useKey(postgres, given);
    const record = await selectKeyRecord(postgres, hashKey(given));
    if (record?.revokedAt !== undefined) {
      logger.warn({ file }, 'the admin key was revoked and stays so; remove its file or set another SIGHTLINE_ADMIN_KEY, and start again');
    } else if (config.adminKey === undefined) logger.info({ file }, 'the admin key is in this file');
    return;
  }
  // The file first: a key without its file would be lost.
  const key = newApiKey();
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(file, `${key}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  if (await insertFirstKey(postgres, toFirst(key))) return logger.info({ file }, 'made the first admin key; it is in this file');
  await rm(file);
  logger.info('the admin key was made elsewhere; set SIGHTLINE_ADMIN_KEY here to replace it');
}

async function useKey(postgres: Postgres, key: string): Promise<void> {
  const first = toFirst(key);
  await postgres.transaction(async (tx) => {
    await replaceFirstKey(tx, first);
    await insertFirstKey(tx, first);
  });
}

function toFirst(key: string) {
  return { id: FIRST_KEY_ID, hash: hashKey(key), prefix: toKeyPrefix(key) };
}

async function readKey(file: string): Promise<string | undefined> {
  try {
    const key = (await readFile(file, 'utf8')).trim();
    await chmod(file, OWNER_ONLY);
    return key === '' ? undefined : key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
