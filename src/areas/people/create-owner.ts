import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { deleteSetupTokens } from './store/links.ts';
import { insertOwnerships } from './members/store/members.ts';
import { hasOwner, insertUser, lockUsers, type NewUser } from './store/users.ts';
import type { AppContext } from '#context';
import { hashPassword } from '#http/callers/password.ts';
import { makeSetupLink, removeSetupFile } from './setup-link.ts';

/** Makes the first owner. @returns `undefined` when there is one already, another process may have been faster */
export async function createOwner(
  tx: Transaction,
  person: Pick<NewUser, 'email' | 'name' | 'passwordHash'>,
  now: Date,
): Promise<NewUser | undefined> {
  await lockUsers(tx);
  if (await hasOwner(tx)) return undefined;
  const user: NewUser = { ...person, id: newId('usr_'), isOperator: true, createdAt: now };
  await insertUser(tx, user);
  await insertOwnerships(tx, user.id, now);
  await deleteSetupTokens(tx);
  return user;
}

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
