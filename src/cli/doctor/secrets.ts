import { stat } from 'node:fs/promises';
import type { Config } from '#config';
import { messageOf } from '#kernel/errors.ts';
import { makeLogger } from '#kernel/logger.ts';
import { formatPlural } from '#kernel/text.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import { getState } from '#stores/secrets/index.ts';
import { openKeyRing, type KeyRing } from '#stores/secrets/key-ring.ts';
import type { SecretsState } from '#stores/secrets/types.ts';
import { absent, ok, warning, wrong, type Finding } from './finding.ts';

const SUBJECT = 'secrets';
const OTHERS_MAY = 0o077;
const REMEDY = 'Set SECRETS_KEY to the key that they were sealed with, or put the file secrets-key back from a backup.';

/** Where the key of secrets is, and whether it opens what is stored. Embedded stores are the service's: `/health` has its word. */
export async function checkSecrets(config: Config): Promise<Finding> {
  let ring: KeyRing;
  try {
    ring = await openKeyRing(config);
  } catch (error) {
    return wrong(SUBJECT, messageOf(error), REMEDY);
  }
  const mode = await stat(ring.file).then(
    (file) => file.mode & OTHERS_MAY,
    () => 0,
  );
  if (mode !== 0) return wrong(SUBJECT, `${ring.file} can be read by others`, `Run: chmod 600 ${ring.file}`);
  const state = config.databaseUrl === undefined ? undefined : await readState(config, ring);
  return state === undefined ? describeHome(ring) : describeState(ring, state);
}

/** undefined: PostgreSQL does not answer, or has no such table yet; both are said by other checks. */
async function readState(config: Config, ring: KeyRing): Promise<SecretsState | undefined> {
  try {
    const postgres = await openPostgres({ ...config, logger: makeLogger('silent') });
    return await getState(postgres, ring).finally(() => postgres.close());
  } catch {
    return undefined;
  }
}

function describeHome({ home, file, getFirst }: KeyRing): Finding {
  if (home === 'variable') return ok(SUBJECT, 'their key is in SECRETS_KEY');
  if (getFirst() === undefined) return absent(SUBJECT, `their key is made at the first start, in ${file}`);
  return ok(SUBJECT, `their key is in ${file}: keep a copy with your backups`);
}

function describeState(ring: KeyRing, { state, secrets, unreadable, isRotationDue }: SecretsState): Finding {
  const count = `${formatPlural(secrets, 'secret')} stored`;
  if (state === 'unreadable') return wrong(SUBJECT, `${count}, ${unreadable} of them under a key that is not here`, REMEDY);
  if (isRotationDue)
    return warning(SUBJECT, `${count}, some still under the key before`, 'Run: sightline secrets rotate. Then leave out SECRETS_KEY_OLD.');
  const home = describeHome(ring);
  if (ring.home === 'variable' || ring.getFirst() === undefined) return { ...home, text: `${home.text}; ${count}` };
  return warning(SUBJECT, `${home.text}; ${count}`, 'Other processes of this database need the same: set SECRETS_KEY for all.');
}
