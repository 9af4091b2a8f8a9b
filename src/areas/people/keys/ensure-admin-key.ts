import { rm } from 'node:fs/promises';
import type { Config } from '#config';
import { hashKey } from '#http/auth.ts';
import { newApiKey } from '#kernel/ids.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { readAdminKeyFile, toAdminKeyFile, writeAdminKeyFile } from './admin-key-file.ts';
import { toKeyPrefix } from './create-api-key.ts';
import { hasFirstKey, insertFirstKey, replaceFirstKey, findKeyRecord } from '../store/keys.ts';

const FIRST_KEY_ID = 'key_first_admin';

export interface EnsureAdminKeyOptions {
  readonly postgres: Postgres;
  readonly config: Pick<Config, 'adminKey' | 'dataDir' | 'databaseUrl'>;
  readonly logger: Logger;
}

/** Where the operator finds the admin key. */
export type AdminKeyHome = 'variable' | 'file' | 'elsewhere';

/**
 * Makes sure that there is an admin key: `SIGHTLINE_ADMIN_KEY` when set,
 * else the one in the data folder, else a new one that is written there. A changed variable
 * replaces the key. The key itself is never logged, only where it lies.
 * @throws Error saying what to do about a file that holds no usable key
 */
export async function ensureAdminKey(options: EnsureAdminKeyOptions): Promise<AdminKeyHome> {
  const { postgres, config, logger } = options;
  const file = toAdminKeyFile(config.dataDir);
  if (config.adminKey !== undefined) {
    await adopt(options, config.adminKey, file);
    return 'variable';
  }
  const found = await readAdminKeyFile(file);
  if (found === undefined) return await makeFirst(options, file);
  if (found !== 'empty') {
    if (await adopt(options, found.key, file)) logger.info({ file }, 'the admin key is in this file');
    return 'file';
  }
  await rm(file);
  const key = newApiKey();
  if (!(await writeAdminKeyFile(file, key))) return await ensureAdminKey(options);
  await useKey(postgres, key);
  logger.warn(
    { file },
    'the file of the admin key was empty, as a crash can leave it; it holds a new key now, and the one before is not valid any more',
  );
  return 'file';
}

/** Makes the given key the first one. @returns whether it is valid */
async function adopt({ postgres, logger }: EnsureAdminKeyOptions, key: string, file: string): Promise<boolean> {
  await useKey(postgres, key);
  const record = await findKeyRecord(postgres, hashKey(key));
  if (record?.revokedAt === undefined) return true;
  logger.warn({ file }, 'the admin key was revoked and stays so; remove its file or set another SIGHTLINE_ADMIN_KEY, and start again');
  return false;
}

async function makeFirst(options: EnsureAdminKeyOptions, file: string): Promise<AdminKeyHome> {
  const { postgres, config, logger } = options;
  if (!(await hasFirstKey(postgres, FIRST_KEY_ID))) {
    // The file first: a key without its file would be lost.
    const key = newApiKey();
    if (!(await writeAdminKeyFile(file, key))) return await ensureAdminKey(options);
    // Another process may have found the file and taken it over before this one did.
    if ((await insertFirstKey(postgres, toFirst(key))) || (await findKeyRecord(postgres, hashKey(key))) !== undefined) {
      logger.info({ file }, 'made the first admin key; it is in this file');
      return 'file';
    }
    await rm(file);
  }
  const remedy = 'if it is lost, set SIGHTLINE_ADMIN_KEY to a new one, or write a new one into the file, and start again';
  if (config.databaseUrl === undefined)
    logger.warn({ file }, `the file of the admin key was deleted, and its key is still valid; ${remedy}`);
  else logger.info({ file }, `the admin key is not in this folder: another process made it, or its file was deleted; ${remedy}`);
  return 'elsewhere';
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
