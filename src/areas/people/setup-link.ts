import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AppContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { messageOf } from '#kernel/errors.ts';
import { replaceSetupToken } from './store/links.ts';
import { newToken, toConsoleLink } from './token.ts';

const OWNER_ONLY = 0o600;

function toSetupFile(dataDir: string): string {
  return join(dataDir, 'setup-link');
}

/**
 * A link by which one person can make themselves the first owner, in the place of the one before. It goes into a file
 * too, which only the user of the service can read, where the folder can be written to.
 */
export async function makeSetupLink({
  postgres,
  clock,
  config,
  logger,
  consoleUrl,
}: Pick<AppContext, 'postgres' | 'clock' | 'config' | 'logger' | 'consoleUrl'>): Promise<string> {
  const token = newToken();
  const link = toConsoleLink(consoleUrl(), { page: 'setup', name: 'token', token });
  await replaceSetupToken(postgres, hashKey(token), new Date(clock.realNow()));
  const file = toSetupFile(config.dataDir);
  try {
    await writeAlone(file, `${link}\n`);
    logger.info({ file }, 'the console has no owner yet; the link to become it is in this file');
  } catch (error) {
    logger.warn({ file, error: messageOf(error) }, 'the console has no owner yet, and the link to become it could not be written down');
  }
  return link;
}

/** Removes the file: its link is good no more. */
export async function removeSetupFile({ config, logger }: Pick<AppContext, 'config' | 'logger'>): Promise<void> {
  const file = toSetupFile(config.dataDir);
  await rm(file, { force: true }).catch((error: unknown) => logger.debug({ file, error: messageOf(error) }, 'a used link was not removed'));
}

async function writeAlone(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text, { mode: OWNER_ONLY, flag: 'wx' });
  await rename(draft, file);
}
