import { ArchiveError, type ArchiveHeader } from '../archive/format.ts';
import type { RewriteLine } from '../archive/table-rows.ts';
import type { Transaction } from '../postgres/types.ts';
import { KEY_OF_PASSPHRASE, newSalt, toKeyOfPassphrase, type SecretKey } from './key.ts';
import type { KeyRing } from './key-ring.ts';
import { seal, unseal } from './seal.ts';
import { openRow, takeKey } from './use-key.ts';

/** Seals the secrets of an archive with a key of its passphrase, so that they open wherever it goes. */
export interface ArchiveLock {
  readonly key: SecretKey;
  readonly header: NonNullable<ArchiveHeader['secrets']>;
}

export async function makeArchiveLock(passphrase: string): Promise<ArchiveLock> {
  const salt = newSalt();
  const key = await toKeyOfPassphrase(passphrase, salt);
  return { key, header: { kdf: KEY_OF_PASSPHRASE, salt, key_id: key.id } };
}

/** @throws ArchiveError when the archive was locked with another passphrase */
export async function openArchiveLock(passphrase: string, header: ArchiveLock['header']): Promise<ArchiveLock> {
  const key = await toKeyOfPassphrase(passphrase, header.salt);
  if (key.id === header.key_id) return { key, header };
  throw new ArchiveError('The passphrase is not the one that the secrets of the archive were sealed with. Nothing was imported.');
}

/** Row by row: from the key of the service to that of the archive. */
export function sealForArchive(ring: KeyRing, { key }: ArchiveLock): RewriteLine {
  return async (line) => {
    const row = readLine(line);
    const text = await openRow(ring, row);
    return writeLine(row, key, seal(key, row, text));
  };
}

/** The other way round, in the transaction of an import. */
export async function sealFromArchive(
  tx: Transaction,
  ring: KeyRing,
  { lock, lines }: { readonly lock: ArchiveLock; readonly lines: readonly string[] },
): Promise<string[]> {
  const key = await takeKey(tx, ring);
  return lines.map((line) => {
    const row = readLine(line);
    return writeLine(row, key, seal(key, row, unseal(lock.key, row, row.sealed)));
  });
}

interface LineRow {
  readonly id: string;
  readonly kind: string;
  readonly keyId: string;
  readonly sealed: Buffer;
  /** Every value of the line; none of them is a number. */
  readonly all: Readonly<Record<string, unknown>>;
}

function readLine(line: string): LineRow {
  const all = JSON.parse(line) as Record<string, unknown>;
  const { id, kind, key_id: keyId, sealed } = all as { id: string; kind: string; key_id: string; sealed: string };
  return { id, kind, keyId, sealed: Buffer.from(sealed.slice(2), 'hex'), all };
}

function writeLine({ all }: LineRow, key: SecretKey, sealed: Buffer): string {
  return JSON.stringify({ ...all, key_id: key.id, sealed: `\\x${sealed.toString('hex')}` });
}
