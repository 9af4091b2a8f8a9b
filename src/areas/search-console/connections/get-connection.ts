import { requireOrganization, type ProjectReader } from '#areas/projects/index.ts';
import { isBound, type Caller } from '#http/caller.ts';
import { requireRight } from '#http/rights.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { Connection } from './connection.ts';
import { connectionList, findConnection } from './store/connections.ts';

/** Whether a caller sees what belongs to an organization: who is bound to projects sees only the property of theirs. */
export function seesOrganization({ organizationId, projectIds }: Caller, of: string): boolean {
  return projectIds === undefined && (organizationId === undefined || organizationId === of);
}

/** @throws AppError `Connection not found`, also for one that the caller may not see */
export async function getConnection({ postgres, caller }: ProjectReader, id: string): Promise<Connection> {
  const connection = await findConnection(postgres, id);
  if (connection === undefined || !seesOrganization(caller, connection.organizationId)) throw notFound('Connection');
  return connection;
}

/** The connection, if the caller may change it. @throws AppError `Connection not found`, `Forbidden` */
export async function getOwnConnection(ctx: ProjectReader, id: string): Promise<Connection> {
  const connection = await getConnection(ctx, id);
  requireRight(ctx.caller, 'manage');
  return connection;
}

/**
 * The connections that the caller sees, newest first; none for who is bound to projects.
 * @throws AppError `Organization not found`
 */
export async function listConnections(
  ctx: ProjectReader,
  { organizationId, ...page }: Page & { readonly organizationId: string | undefined },
): Promise<{ readonly connections: Connection[]; readonly total: number }> {
  const { caller, postgres } = ctx;
  if (organizationId !== undefined) await requireOrganization(ctx, organizationId);
  if (isBound(caller) && caller.projectIds !== undefined) return { connections: [], total: 0 };
  const { rows: connections, total } = await connectionList.read(
    postgres,
    { organizationId: organizationId ?? caller.organizationId },
    page,
  );
  return { connections, total };
}

/**
 * The organization for which the caller sets up a connection.
 * @throws AppError 400 when none is named or known, 404 for one that the caller may not see, `Forbidden`
 */
export async function chooseOrganization(ctx: ProjectReader, named: string | undefined): Promise<string> {
  const { caller } = ctx;
  const organizationId = named ?? caller.organizationId;
  if (organizationId === undefined)
    throw new AppError('invalid', 'organization_id is required', {
      details: [{ path: 'organization_id', message: 'organization_id is required' }],
    });
  await requireOrganization(ctx, organizationId);
  requireRight(caller, 'manage');
  if (caller.projectIds !== undefined)
    throw new AppError('forbidden', 'Forbidden', {
      message: 'A connection belongs to an organization, and this key is bound to projects.',
    });
  return organizationId;
}
