import type { AppContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import type { User } from './account.ts';
import { createOwner } from './create-owner.ts';
import { removeSetupFile } from './setup-link.ts';
import { insertSignInLink } from './store/links.ts';
import { findUserByEmail, listUserRows } from './store/users.ts';
import { newToken, toConsoleLink } from './token.ts';

const LINK_MS = 10 * MINUTE_MS;

export interface SignInLink {
  readonly user: User;
  readonly link: string;
  readonly endsAt: Date;
}

type LinkContext = Pick<AppContext, 'postgres' | 'clock' | 'consoleUrl'>;

/**
 * A link that signs a person in, good for one time and ten minutes.
 * @param email the first person unless given
 * @throws AppError `User not found`
 */
export async function makeSignInLink({ postgres, clock, consoleUrl }: LinkContext, email: string | undefined): Promise<SignInLink> {
  const user = email === undefined ? (await listUserRows(postgres))[0] : await findUserByEmail(postgres, email);
  if (user === undefined) throw email === undefined ? noOwner() : notFound('User');
  const token = newToken();
  const now = clock.realNow();
  const endsAt = new Date(now + LINK_MS);
  await insertSignInLink(postgres, { tokenHash: hashKey(token), userId: user.id, endsAt }, new Date(now));
  return { user, link: toConsoleLink(consoleUrl(), { page: 'login', name: 'link', token }), endsAt };
}

function noOwner(): AppError {
  return new AppError('not_found', 'User not found', {
    message: 'The console has no owner yet, so there is no user to sign in.',
    hint: '`sightline users setup-link` prints a link that makes the first owner.',
  });
}

/** The same for a service that is tried out: without an owner it gets one who signs in by links only. */
export async function makeDemoLink(ctx: LinkContext & Pick<AppContext, 'config' | 'logger'>): Promise<SignInLink> {
  const owner = { email: 'owner@example.com', name: 'Owner of the demo', passwordHash: null };
  const made = await ctx.postgres.transaction((tx) => createOwner(tx, owner, new Date(ctx.clock.realNow())));
  if (made !== undefined) await removeSetupFile(ctx);
  return await makeSignInLink(ctx, undefined);
}
