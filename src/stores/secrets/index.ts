import { chmod } from 'node:fs/promises';
import { newId } from '#kernel/ids.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres, Sql } from '../postgres/types.ts';
import { adoptCurrentKeyId, claimCurrentKeyId, findCurrentKeyId } from './current-key.ts';
import { SecretError } from './errors.ts';
import { openKeyRing, type KeyRing, type KeySettings } from './key-ring.ts';
import { seal } from './seal.ts';
import { countByKey, deleteSecret, findSealed, insertSecret, lockSealed, noteChange, selectKnown, updateSealed } from './store.ts';
import type { Secrets, SecretsState } from './types.ts';
import { openRow, takeKey } from './use-key.ts';

const OWNER_ONLY = 0o600;
const TEXT_LENGTH_MAX = 1_000_000;

export interface OpenSecretsOptions extends KeySettings {
  readonly postgres: Postgres;
  /** Whether processes with other data folders may use the same database. */
  readonly isShared: boolean;
  readonly logger: Logger;
  /** Called with each text that was opened. */
  readonly onOpened?: (text: string) => void;
}

/** @throws StoreError about a file that holds no key */
export async function openSecrets(options: OpenSecretsOptions): Promise<Secrets> {
  return makeSecrets(await openKeys(options), options.onOpened);
}

/**
 * The keys of this process; at the first start one is made. A key that is not the one which the stored secrets were sealed with is said,
 * and never used in its place.
 * @throws StoreError about a file that holds no key
 */
export async function openKeys(options: OpenSecretsOptions): Promise<KeyRing> {
  const ring = await openKeyRing(options);
  await chmod(ring.file, OWNER_ONLY).catch(() => undefined);
  await ensureKey(ring, options);
  return ring;
}

function makeSecrets(ring: KeyRing, onOpened: (text: string) => void = () => undefined): Secrets {
  return {
    put: async (tx, { kind, organizationId, text }) => {
      assertLength(text);
      const key = await takeKey(tx, ring);
      const id = newId('sec_');
      await insertSecret(tx, { id, kind, organizationId, keyId: key.id, sealed: seal(key, { id, kind }, text) });
      return id;
    },
    change: async (tx, id, text) => {
      assertLength(text);
      const key = await takeKey(tx, ring);
      const row = await lockSealed(tx, id);
      if (row === undefined) throw missing(id);
      await updateSealed(tx, { id, keyId: key.id, sealed: seal(key, row, text) });
      await noteChange(tx, id);
    },
    open: async (sql, id, kind) => {
      const row = await findSealed(sql, id);
      if (row === undefined) throw missing(id);
      const text = await openRow(ring, { ...row, kind });
      onOpened(text);
      return text;
    },
    remove: deleteSecret,
    listKnown: async (sql, ids) => new Set(ids.length === 0 ? [] : await selectKnown(sql, ids)),
    getState: (sql) => getState(sql, ring),
  };
}

function missing(id: string): SecretError {
  return new SecretError('missing', `The secret ${id} is not here.`);
}

function assertLength(text: string): void {
  if (text.length > TEXT_LENGTH_MAX) throw new RangeError(`a secret has at most ${TEXT_LENGTH_MAX} characters`);
}

/** A usual start writes nothing. */
async function ensureKey(ring: KeyRing, { postgres, isShared, secretsKey, logger }: OpenSecretsOptions): Promise<void> {
  const current = await findCurrentKeyId(postgres);
  const mayAdopt = secretsKey !== undefined || !isShared;
  const isFree = current === undefined || (mayAdopt && (await countByKey(postgres)).length === 0);
  if (isFree && (ring.getFirst() === undefined || ring.getFirst()?.id !== current)) await useFirst(ring, { postgres, logger, mayAdopt });
  await sayWhatIsWrong(postgres, ring, logger);
}

/** Seals with the first key of this process from now on, where nothing is sealed with another one. */
async function useFirst(
  ring: KeyRing,
  { postgres, logger, mayAdopt }: Pick<OpenSecretsOptions, 'postgres' | 'logger'> & { readonly mayAdopt: boolean },
): Promise<void> {
  // The file first: a key without its file would be lost.
  const isMade = ring.getFirst() === undefined && (await ring.make());
  const id = ring.getFirst()?.id ?? '';
  await claimCurrentKeyId(postgres, id);
  if (mayAdopt) await postgres.transaction((tx) => adoptCurrentKeyId(tx, id));
  if (!isMade) return;
  if ((await findCurrentKeyId(postgres)) !== id) await ring.unmake();
  else logger.info({ file: ring.file }, 'made the key of secrets; it is in this file: keep a copy with your backups');
}

async function sayWhatIsWrong(sql: Sql, ring: KeyRing, logger: Logger): Promise<void> {
  const { state, unreadable, isRotationDue } = await getState(sql, ring);
  if (state === 'unreadable')
    logger.error(
      { unreadable },
      'secrets are sealed with a key that this process lacks: set SECRETS_KEY, or put the file secrets-key back',
    );
  else if (state === 'no_key')
    logger.warn('another process made the key of secrets, and this one lacks it: set SECRETS_KEY to the same for every process');
  else if (isRotationDue) logger.warn('secrets are still sealed with the key before: run sightline secrets rotate');
}

/** How what is stored and the keys of this process go together; for who asks without the service. */
export async function getState(sql: Sql, ring: KeyRing): Promise<SecretsState> {
  const [uses, current] = [await countByKey(sql), await findCurrentKeyId(sql)];
  const lacking: string[] = [];
  for (const keyId of new Set([...uses.map((use) => use.keyId), ...(current === undefined ? [] : [current])]))
    if ((await ring.find(keyId)) === undefined) lacking.push(keyId);
  const first = ring.getFirst();
  const unreadable = sum(uses.filter(({ keyId }) => lacking.includes(keyId)));
  const hasKey = current !== undefined && !lacking.includes(current);
  return {
    state: unreadable > 0 ? 'unreadable' : hasKey ? 'ok' : 'no_key',
    secrets: sum(uses),
    unreadable,
    isRotationDue: first !== undefined && uses.some(({ keyId }) => keyId !== first.id),
  };
}

function sum(uses: readonly { readonly secrets: number }[]): number {
  return uses.reduce((total, { secrets }) => total + secrets, 0);
}
