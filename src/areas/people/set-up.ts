import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { AppError } from '#kernel/errors.ts';
import { createOwner } from './create-owner.ts';
import { enter, type Entered, type EnterContext } from './enter.ts';
import { hashPassword } from '#http/callers/password.ts';
import { recordSign } from './record-sign.ts';
import { makeSetupLink, removeSetupFile } from './setup-link.ts';
import { deleteSetupToken, hasSetupToken } from './store/links.ts';
import { hasOwner } from './store/users.ts';

export interface SetUpInput {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

type SetUpContext = EnterContext & Pick<RequestContext, 'postgres' | 'config' | 'logger'>;

/**
 * Makes the first owner and signs them in; the link that was given for it is used up.
 * @throws AppError 401 for a wrong or used token, 409 when there is an owner
 */
export async function setUp(ctx: SetUpContext, { token, password, ...person }: SetUpInput): Promise<Entered> {
  const { postgres, clock, client } = ctx;
  const tokenHash = hashKey(token);
  // Work for a password is done for those only who have the link.
  const isKnown = await hasSetupToken(postgres, tokenHash);
  const passwordHash = isKnown ? await hashPassword(password, client.address) : '';
  const begun = isKnown
    ? await postgres.transaction(async (tx) => {
        if (!(await deleteSetupToken(tx, tokenHash))) return undefined;
        const user = await createOwner(tx, { ...person, passwordHash }, new Date(clock.realNow()));
        if (user === undefined) return undefined;
        return await enter(tx, ctx, { path: '/api/setup', owner: { userId: user.id }, subject: { email: user.email } });
      })
    : undefined;
  if (begun === undefined) {
    if (await hasOwner(postgres)) throw setUpAlready();
    await recordSign(postgres, ctx, { path: '/api/setup', who: undefined, subject: {} });
    throw wrongToken();
  }
  await removeSetupFile(ctx);
  return begun;
}

/** Whether the console has no owner yet. */
export async function isSetUpNeeded({ postgres }: Pick<SetUpContext, 'postgres'>): Promise<boolean> {
  return !(await hasOwner(postgres));
}

/**
 * Another link for the first owner.
 * @throws AppError 409 when there is an owner
 */
export async function makeNextSetupLink(ctx: Parameters<typeof makeSetupLink>[0]): Promise<string> {
  if (await hasOwner(ctx.postgres)) throw setUpAlready();
  return await makeSetupLink(ctx);
}

function setUpAlready(): AppError {
  return new AppError('conflict', 'There is an owner', { message: 'This service has its first owner.', hint: 'Sign in.' });
}

function wrongToken(): AppError {
  return new AppError('unauthorized', 'Unauthorized', {
    message: 'This link is not the newest one, or it is used.',
    hint: 'The newest one was printed at the last start and is in the file `setup-link` of DATA_DIR; `sightline users setup-link` makes another.',
  });
}
