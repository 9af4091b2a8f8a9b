import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { nameOf } from '#http/caller.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { invalid } from '#kernel/errors.ts';
import { chooseOrganization, getOwnConnection } from './get-connection.ts';
import type { Connection } from './connection.ts';
import { insertFlow } from './store/flows.ts';

const FLOW_MS = 10 * MINUTE_MS;

export type BeginContext = ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'searchConsole' | 'consoleUrl'>;

export interface NewSignIn {
  readonly organizationId: string | undefined;
  /** Set: access is given again to this connection. */
  readonly connectionId: string | undefined;
  readonly accountName: string | undefined;
  /** A path of the console. */
  readonly returnTo: string;
}

/** Where the browser goes now, and where Google sends it back: the client at Google must list that address byte for byte. */
export interface BegunSignIn {
  readonly authorizeUrl: string;
  readonly redirectUri: string;
  readonly endsAt: Date;
}

const NAME = 'Google account';

/** Where Google sends people back. */
export function toRedirectUri({ consoleUrl }: Pick<RequestContext, 'consoleUrl'>): string {
  return `${consoleUrl().replace(/\/+$/u, '')}/api/search-console/callback`;
}

/**
 * Begins a sign-in at Google, which is good once, for ten minutes, and for the caller in the session that asks.
 * @throws AppError 400 without an organization, 404, `Forbidden`, `not_configured` without an OAuth client
 */
export async function beginConnection(ctx: BeginContext, asked: NewSignIn): Promise<BegunSignIn> {
  const { caller, clock, postgres, searchConsole } = ctx;
  const { organizationId, again } = await chooseOwner(ctx, asked);
  if (again !== undefined && again.kind !== 'oauth')
    throw invalid([{ path: 'connection_id', message: 'must be one that a person signs in to' }]);
  const redirectUri = toRedirectUri(ctx);
  const { url: authorizeUrl, state, verifier } = searchConsole.beginConsent(redirectUri);
  const now = clock.realNow();
  const endsAt = new Date(now + FLOW_MS);
  const flow = {
    stateHash: hashKey(state),
    callerId: nameOf(caller),
    sessionId: caller.session?.id ?? null,
    organizationId,
    connectionId: again?.id ?? null,
    accountName: asked.accountName ?? again?.accountName ?? NAME,
    verifier,
    redirectUri,
    returnTo: asked.returnTo,
    endsAt,
  };
  await postgres.transaction((tx) => insertFlow(tx, flow, new Date(now)));
  return { authorizeUrl, redirectUri, endsAt };
}

/** Whose connection it becomes, or to which one access is given again. */
export async function chooseOwner(
  ctx: ProjectReader,
  { organizationId, connectionId }: Pick<NewSignIn, 'organizationId' | 'connectionId'>,
): Promise<{ readonly organizationId: string; readonly again: Connection | undefined }> {
  if (connectionId === undefined) return { organizationId: await chooseOrganization(ctx, organizationId), again: undefined };
  const again = await getOwnConnection(ctx, connectionId);
  if (organizationId !== undefined && organizationId !== again.organizationId)
    throw invalid([{ path: 'organization_id', message: 'must be the organization of the connection' }]);
  return { organizationId: again.organizationId, again };
}
