import { readConfig } from '#config';
import { makeLogger } from '#kernel/logger.ts';
import { formatPlural } from '#kernel/text.ts';
import { migratePostgres, openPostgres } from '#stores/postgres/index.ts';
import { openKeys } from '#stores/secrets/index.ts';
import { rotateSecrets, type Rotation } from '#stores/secrets/rotate.ts';

/** `sightline secrets rotate`: seals every secret again, says counts, and ends with 1 when some could not be. */
export async function rotate({ json = false }: { readonly json?: boolean } = {}): Promise<void> {
  const config = readConfig();
  const logger = makeLogger('silent');
  const postgres = await openPostgres({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, logger });
  try {
    await migratePostgres(postgres, logger);
    const ring = await openKeys({ ...config, postgres, logger, isShared: config.databaseUrl !== undefined });
    const rotation = await rotateSecrets(postgres, ring);
    process.stdout.write(json ? `${JSON.stringify(toBody(rotation), undefined, 2)}\n` : toText(rotation, ring.home));
    if (rotation.damaged.length > 0) process.exitCode = 1;
  } finally {
    await postgres.close();
  }
}

function toBody({ keyId, sealed, secrets, damaged }: Rotation): object {
  return { key_id: keyId, sealed_again: sealed, secrets, damaged };
}

const SHOWN = 5;

function toText({ keyId, sealed, secrets, damaged }: Rotation, home: 'variable' | 'file'): string {
  const lines = [
    `Sealed again: ${sealed}. Under the key ${keyId} now: ${formatPlural(secrets, 'secret')}.`,
    home === 'variable'
      ? 'SECRETS_KEY_OLD is not needed any more.'
      : 'The new key is in the file secrets-key in DATA_DIR: keep a copy with your backups.',
  ];
  if (damaged.length > 0) {
    const ids = `${damaged.slice(0, SHOWN).join(', ')}${damaged.length > SHOWN ? ' and more' : ''}`;
    lines[1] = `Damaged, and left as they were: ${damaged.length} (${ids}). Enter them again, and keep the old key until then.`;
  }
  return `${lines.join('\n')}\n`;
}
