import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { endRemoved } from '../faults/tell-fault.ts';
import { getOwnConnection } from './get-connection.ts';
import { deleteConnectionRow } from './store/connections.ts';
import { deleteProperties, listPropertyIds } from './store/properties.ts';

/**
 * Removes a connection with what proves its access. What was collected stays with its properties, unless all of it is to go too.
 * @returns how many properties went @throws AppError 404, `Forbidden`
 */
export async function deleteConnection(
  ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'secrets' | 'workflows' | 'clock' | 'live'>,
  id: string,
  hasDataDeleted: boolean,
): Promise<number> {
  const { secretId } = await getOwnConnection(ctx, id);
  return await ctx.postgres.transaction(async (tx) => {
    const propertyIds = hasDataDeleted ? await listPropertyIds(tx, id) : [];
    await endRemoved(ctx, tx, { connectionId: id, propertyIds });
    await deleteProperties(tx, propertyIds);
    await deleteConnectionRow(tx, id);
    await ctx.secrets.remove(tx, secretId);
    for (const propertyId of propertyIds) await ctx.workflows.enqueue(tx, 'search-console-remove', { property_id: propertyId });
    return propertyIds.length;
  });
}
