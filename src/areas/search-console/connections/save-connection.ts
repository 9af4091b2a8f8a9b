import { requireRoom } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { nameOf } from '#http/caller.ts';
import { newId } from '#kernel/ids.ts';
import type { Credentials } from '#providers/search-console/index.ts';
import { sealCredentials } from './credentials.ts';
import type { Connection, ConnectionKind } from './connection.ts';
import { countConnections, insertConnection, renewConnection } from './store/connections.ts';

/** Of one organization. */
export const CONNECTIONS_MAX = 20;

type SaveContext = Pick<RequestContext, 'postgres' | 'clock' | 'secrets' | 'caller'>;

export interface NewConnection {
  readonly organizationId: string;
  /** Set: access is given again to this one. */
  readonly again: Connection | undefined;
  readonly accountName: string;
  readonly credentials: Credentials;
}

/**
 * Keeps a proof of access, as a new connection or in place of the proof that one had.
 * @returns its id @throws AppError 409 for one connection too many; `not_configured` without a key for secrets
 */
export async function saveConnection(ctx: SaveContext, made: NewConnection): Promise<string> {
  const { credentials, accountName, again } = made;
  const endsAt = (credentials.kind === 'oauth' ? credentials.endsAt : undefined) ?? null;
  if (again === undefined) return await addConnection(ctx, made, endsAt);
  await ctx.postgres.transaction(async (tx) => {
    const secretId = await sealCredentials(ctx, tx, made);
    await renewConnection(tx, { id: again.id, accountName, secretId, endsAt });
    await ctx.secrets.remove(tx, again.secretId);
  });
  return again.id;
}

async function addConnection(ctx: SaveContext, made: NewConnection, endsAt: Date | null): Promise<string> {
  const { organizationId, credentials, accountName } = made;
  const kind: ConnectionKind = credentials.kind;
  const id = newId('gcn_');
  await ctx.postgres.transaction(async (tx) => {
    const secretId = await sealCredentials(ctx, tx, { organizationId, credentials });
    const common = { status: 'ok', fault: null, cause: null, nextStep: null, testedAt: null } as const;
    const madeBy = nameOf(ctx.caller);
    await insertConnection(tx, { ...common, id, organizationId, kind, accountName, secretId, madeBy, createdAt: ctx.clock.now(), endsAt });
    await requireRoom(tx, {
      things: 'search console connections',
      owner: { id: organizationId, title: 'An organization' },
      max: CONNECTIONS_MAX,
      count: () => countConnections(tx, organizationId),
      hint: 'Delete one that is not needed any more; what was collected stays.',
    });
  });
  return id;
}
