import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, invalid, notFound, type FieldProblem } from '#kernel/errors.ts';
import { readServiceAccount, ServiceAccountProblem, type ServiceAccount } from '#providers/search-console/index.ts';
import { chooseOwner } from './begin-connection.ts';
import type { Connection } from './connection.ts';
import { saveConnection } from './save-connection.ts';
import { findConnection } from './store/connections.ts';
import { testConnection, toTrouble, type TestContext } from './test-connection.ts';

export interface NewServiceAccount {
  readonly organizationId: string | undefined;
  /** Set: it gets this key in place of the one before. */
  readonly connectionId: string | undefined;
  /** The JSON key, as it was downloaded. */
  readonly key: string;
}

/**
 * Keeps the key of a service account once Google has answered to it.
 * @throws AppError 400 for what is no key, 404, 409, `Forbidden`; 422 with a cause and a step when Google refuses the key: nothing is kept then
 */
export async function addServiceAccount(
  ctx: ProjectReader & TestContext & Pick<RequestContext, 'postgres' | 'signal'>,
  asked: NewServiceAccount,
): Promise<Connection> {
  const { organizationId, again } = await chooseOwner(ctx, asked);
  const problems: FieldProblem[] = [];
  if (again !== undefined && again.kind !== 'service_account')
    problems.push({ path: 'connection_id', message: 'must be one of a service account' });
  const account = await readKey(asked.key, problems);
  if (account === undefined || problems.length > 0) throw invalid(problems);
  const credentials = { kind: 'service_account', account } as const;
  await ctx.searchConsole.listProperties(credentials, ctx.signal).catch((error: unknown) => {
    throw toRefusal(error);
  });
  const id = await saveConnection(ctx, { organizationId, again, accountName: account.email, credentials });
  const saved = await findConnection(ctx.postgres, id);
  if (saved === undefined) throw notFound('Connection');
  await testConnection(ctx, saved, ctx.signal);
  return (await findConnection(ctx.postgres, id)) ?? saved;
}

async function readKey(text: string, problems: FieldProblem[]): Promise<ServiceAccount | undefined> {
  try {
    return await readServiceAccount(text);
  } catch (error) {
    if (!(error instanceof ServiceAccountProblem)) throw error;
    problems.push({ path: 'key', message: error.message });
    return undefined;
  }
}

function toRefusal(error: unknown): unknown {
  const trouble = toTrouble(error);
  if (trouble === undefined) return error;
  const { fault, cause, nextStep } = trouble;
  return new AppError('unprocessable', 'Refused by Google', { message: cause, hint: nextStep, details: { fault }, cause: error });
}
