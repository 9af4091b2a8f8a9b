import type { AppContext } from '#context';
import { createOwner } from './create-owner.ts';
import { hashPassword } from '#http/callers/password.ts';
import { makeSetupLink, removeSetupFile } from './setup-link.ts';
import { hasOwner } from './store/users.ts';

type EnsureContext = Pick<AppContext, 'postgres' | 'clock' | 'config' | 'logger' | 'consoleUrl'>;

/**
 * Makes sure at the start that there is an owner, or a link to become one. The owner that the environment names is made
 * once: a password that was changed since stays.
 * @returns the link; `undefined` when there is an owner
 */
export async function ensureOwner(ctx: EnsureContext): Promise<string | undefined> {
  const { postgres, clock, config, logger } = ctx;
  if (!(await hasOwner(postgres))) {
    if (config.owner === undefined) return await makeSetupLink(ctx);
    const { email, password } = config.owner;
    const passwordHash = await hashPassword(password, 'start');
    const user = await postgres.transaction((tx) => createOwner(tx, { email, name: email, passwordHash }, new Date(clock.realNow())));
    if (user !== undefined) logger.info({ user: user.id }, 'made the owner of the console that the environment names');
  }
  await removeSetupFile(ctx);
  return undefined;
}
