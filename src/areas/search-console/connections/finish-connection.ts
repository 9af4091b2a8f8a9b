import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { nameOf } from '#http/caller.ts';
import { requireRight } from '#http/rights.ts';
import { invalid } from '#kernel/errors.ts';
import { SearchConsoleFault, type GrantedAccess } from '#providers/search-console/index.ts';
import { seesOrganization } from './get-connection.ts';
import { saveConnection } from './save-connection.ts';
import { findConnection } from './store/connections.ts';
import { takeFlow, type Flow } from './store/flows.ts';
import { testConnection, type TestContext } from './test-connection.ts';

export type FinishContext = ProjectReader & TestContext & Pick<RequestContext, 'postgres' | 'log' | 'signal'>;

export interface CallbackParameters {
  readonly state?: string | undefined;
  readonly code?: string | undefined;
  /** Google's word for why there is none. */
  readonly error?: string | undefined;
}

/** Why a sign-in at Google came to nothing, in one word for the page that the browser is led to. */
export const SIGN_IN_FAULTS = ['denied', 'wrong_scope', 'client_refused', 'failed'] as const;
type SignInFault = (typeof SIGN_IN_FAULTS)[number];

/**
 * Takes what Google sent the browser back with.
 * @returns the path of the console to go on to, with the connection or a fault
 * @throws AppError 400, always the same, for an answer that no sign-in of the caller waits for, or whose code is not good
 */
export async function finishConnection(ctx: FinishContext, { state, code, error }: CallbackParameters): Promise<string> {
  const flow = state === undefined ? undefined : await take(ctx, state);
  if (flow === undefined || !seesOrganization(ctx.caller, flow.organizationId)) throw refused();
  requireRight(ctx.caller, 'manage');
  if (error !== undefined) return withParameter(flow.returnTo, 'fault', error === 'access_denied' ? 'denied' : 'failed');
  if (code === undefined) throw refused();
  const granted = await takeCode(ctx, flow, code);
  if (typeof granted === 'string') return withParameter(flow.returnTo, 'fault', granted);
  const id = await keep(ctx, flow, granted);
  return withParameter(flow.returnTo, 'connection', id);
}

function refused(): Error {
  return invalid([{ path: 'state', message: 'is not valid' }]);
}

async function take({ postgres, clock, caller }: FinishContext, state: string): Promise<Flow | undefined> {
  return await takeFlow(postgres, {
    stateHash: hashKey(state),
    callerId: nameOf(caller),
    sessionId: caller.session?.id ?? null,
    now: new Date(clock.realNow()),
  });
}

async function takeCode(ctx: FinishContext, flow: Flow, code: string): Promise<GrantedAccess | SignInFault> {
  try {
    return await ctx.searchConsole.takeCode({ code, redirectUri: flow.redirectUri, verifier: flow.verifier }, ctx.signal);
  } catch (thrown) {
    if (!(thrown instanceof SearchConsoleFault)) throw thrown;
    if (thrown.fault === 'access_revoked') throw refused();
    return SIGN_IN_FAULTS.find((known) => known === thrown.fault) ?? 'failed';
  }
}

/** Keeps the access and asks for its properties; that Google does not answer just now is no reason to lose it. */
async function keep(ctx: FinishContext, flow: Flow, granted: GrantedAccess): Promise<string> {
  const again = flow.connectionId === null ? undefined : await findConnection(ctx.postgres, flow.connectionId);
  const id = await saveConnection(ctx, {
    organizationId: flow.organizationId,
    again,
    accountName: flow.accountName,
    credentials: { kind: 'oauth', ...granted },
  });
  const connection = await findConnection(ctx.postgres, id);
  if (connection !== undefined)
    await testConnection(ctx, connection, ctx.signal).catch((error: unknown) => {
      ctx.log.warn({ connection: id, err: error }, 'could not ask for the properties of a new connection');
    });
  return id;
}

function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, 'http://own.invalid');
  url.searchParams.set(name, value);
  return `${url.pathname}${url.search}${url.hash}`;
}
