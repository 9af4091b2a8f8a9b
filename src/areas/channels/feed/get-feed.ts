import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { notFound } from '#kernel/errors.ts';
import { hashId } from '#kernel/ids.ts';
import type { Channel } from '../channel.ts';
import type { Notice } from '../notice.ts';
import { findFeedChannel } from '../store/channels.ts';
import { notificationList } from '../store/notifications.ts';
import { toAtom, type FeedEntry } from './atom.ts';

const ENTRIES_MAX = 200;

type FeedContext = Pick<RequestContext, 'postgres' | 'consoleUrl'>;

/** The newest 200 messages of a feed as Atom. @throws AppError 404 for a token that leads nowhere */
export async function getFeed({ postgres, consoleUrl }: FeedContext, token: string): Promise<string> {
  const channel = await findOpen({ postgres }, token);
  const rows = await notificationList.page(postgres, { channelId: channel.id }, { limit: ENTRIES_MAX, offset: 0 });
  const entries = rows.map(({ id, createdAt, body }): FeedEntry => ({ id, at: createdAt, notice: JSON.parse(body) as Notice }));
  const base = consoleUrl();
  return toAtom({
    id: channel.id,
    title: `Sightline: ${channel.name}`,
    updatedAt: entries[0]?.at ?? channel.createdAt,
    toUrl: (path) => new URL(path, base).href,
    entries,
  });
}

/** Another one whenever the feed is: messages are only added. @throws as `getFeed` does */
export async function getFeedTag({ postgres, consoleUrl }: FeedContext, token: string): Promise<string> {
  const channel = await findOpen({ postgres }, token);
  const [newest] = await notificationList.page(postgres, { channelId: channel.id }, { limit: 1, offset: 0 });
  return hashId('', [channel.id, channel.name, newest?.id ?? '', newest?.createdAt.toISOString() ?? '', consoleUrl()]);
}

async function findOpen({ postgres }: Pick<FeedContext, 'postgres'>, token: string): Promise<Channel> {
  const channel = await findFeedChannel(postgres, hashKey(token));
  if (channel === undefined) throw notFound('Feed');
  return channel;
}
