import { getChannels } from '#areas/channels/index.ts';
import type { RequestContext } from '#context';
import { invalid } from '#kernel/errors.ts';
import type { Export } from '../export.ts';

type Place = Pick<Export, 'destination' | 'organizationId' | 'projectId'>;

/**
 * @param before what was kept; undefined for a new one
 * @throws AppError 400 for a place that is not set up, may not be written to, or lacks its secret; `Channel not found`
 */
export async function assertDestination(
  ctx: RequestContext,
  { destination, organizationId, projectId }: Place,
  { secret, before }: { readonly secret: string | undefined; readonly before: Export | undefined },
): Promise<void> {
  const refuse = (path: string, message: string) => invalid([{ path: `destination.${path}`, message }]);
  if (destination.kind === 'folder' && ctx.config.exportsFolder === undefined)
    throw refuse('kind', 'must be another one: no folder is set up on this machine (EXPORTS_FOLDER)');
  if (destination.kind === 's3') {
    const problem = destination.endpoint === null ? undefined : ctx.bucketDoor.findProblem(destination.endpoint);
    if (problem !== undefined) throw refuse('endpoint', problem);
    if (secret === undefined && !keepsSecret(before, destination))
      throw refuse('secret_access_key', 'is required for another bucket, server or key');
  }
  if (destination.kind !== 'channel') return;
  const [channel] = await getChannels(ctx, { ids: [destination.channel_id], organizationId, projectId });
  if (channel?.kind !== 'webhook') throw refuse('channel_id', 'must be a channel of the kind webhook');
}

/** A secret is for the server and the key that it was entered for: who may change the address must not send it elsewhere. */
function keepsSecret(before: Export | undefined, now: Extract<Export['destination'], { kind: 's3' }>): boolean {
  const known = before?.destination;
  if (known?.kind !== 's3' || before?.secretIds[BUCKET_FIELD] === undefined) return false;
  return known.endpoint === now.endpoint && known.access_key_id === now.access_key_id && known.bucket === now.bucket;
}

/** Under which its secret stands among those of an export. */
export const BUCKET_FIELD = 's3';
