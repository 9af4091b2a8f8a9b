import { assertNotArchived, getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { nameOf } from '#http/caller.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import type { StoredProperty } from '../connections/connection.ts';
import { seesOrganization } from '../connections/get-connection.ts';
import { findProperty } from '../connections/store/properties.ts';
import { endUnread } from '../faults/tell-fault.ts';
import { startSync } from '../sync/start-sync.ts';
import type { Binding, BoundType } from './binding.ts';
import { deleteBinding, findBinding, upsertBinding } from './store.ts';

export interface Bound {
  readonly binding: Binding;
  readonly property: StoredProperty;
}

type BindContext = ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'workflows' | 'live'>;

/** What a project reads; undefined: nothing. @throws AppError `Project not found` */
export async function findBound(ctx: ProjectReader, projectId: string): Promise<Bound | undefined> {
  await getProject(ctx, projectId);
  const binding = await findBinding(ctx.postgres, projectId);
  const property = binding && (await findProperty(ctx.postgres, binding.propertyId));
  return binding === undefined || property === undefined ? undefined : { binding, property };
}

/** @throws AppError 404 for a project that the caller may not see, or that reads no property */
export async function getBound(ctx: ProjectReader, projectId: string): Promise<Bound> {
  const bound = await findBound(ctx, projectId);
  if (bound === undefined) throw notFound('Search Console property');
  return bound;
}

/**
 * Has a project read a property, and begins to collect it.
 * @throws AppError `Project not found`; 409 for an archived project; 422 for a property that the caller may not see, of another
 *   organization, or that cannot be read
 */
export async function bindProject(
  ctx: BindContext,
  projectId: string,
  { propertyId, type }: { readonly propertyId: string; readonly type: BoundType },
): Promise<Bound> {
  const project = await getProject(ctx, projectId);
  assertNotArchived(project);
  const before = await findBinding(ctx.postgres, projectId);
  const property = await findProperty(ctx.postgres, propertyId);
  const isSeen =
    property?.organizationId === project.organizationId &&
    (seesOrganization(ctx.caller, property.organizationId) || before?.propertyId === propertyId);
  if (property === undefined || !isSeen) throw unknownProperty();
  if (!property.canRead) throw unreadable(property);
  const binding = { projectId, propertyId, type, madeBy: nameOf(ctx.caller), createdAt: ctx.clock.now() };
  await ctx.postgres.transaction(async (tx) => {
    await upsertBinding(tx, binding);
    if (before !== undefined) await endUnread(ctx, tx, before);
    await startSync(tx, ctx, { propertyId, type });
  });
  return { binding, property };
}

/** Ends it; what was collected stays with the property. @throws AppError 404 */
export async function unbindProject(ctx: BindContext, projectId: string): Promise<void> {
  const { binding } = await getBound(ctx, projectId);
  await ctx.postgres.transaction(async (tx) => {
    await deleteBinding(tx, projectId);
    await endUnread(ctx, tx, binding);
  });
}

function unknownProperty(): AppError {
  return new AppError('unprocessable', 'Unknown property', {
    message: 'No connection of the organization lists this property.',
    hint: 'GET /api/search-console/connections/{connection_id}/properties has those that there are.',
  });
}

function unreadable({ siteUrl, permission }: StoredProperty): AppError {
  return new AppError('unprocessable', 'Property not readable', {
    message: `The connected account may not read ${siteUrl} (${permission}).`,
    hint: 'Let an owner of the property add the account under "Users and permissions" in Search Console, or verify the property, and test the connection again.',
  });
}
