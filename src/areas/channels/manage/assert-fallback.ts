import type { ProjectReader } from '#areas/projects/index.ts';
import { invalid } from '#kernel/errors.ts';
import type { Channel } from '../channel.ts';
import { getChannels } from './get-channel.ts';

/** @throws AppError 404 for a channel that this one cannot fall back to; 400 for itself */
export async function assertFallback(
  ctx: ProjectReader,
  {
    id,
    fallbackChannelId,
    organizationId,
    projectId,
  }: Pick<Channel, 'fallbackChannelId' | 'organizationId' | 'projectId'> & { id: string | undefined },
): Promise<void> {
  if (fallbackChannelId === null) return;
  if (fallbackChannelId === id) throw invalid([{ path: 'fallback_channel_id', message: 'must be another channel' }]);
  await getChannels(ctx, { ids: [fallbackChannelId], organizationId, projectId });
}
