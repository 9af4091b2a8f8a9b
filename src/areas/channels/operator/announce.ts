import type { AppContext } from '#context';
import { hashId, newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { WebhookEvent } from './delivery.ts';
import { toFirstTry } from '../delivery/enqueue-try.ts';
import { insertNotification } from '../store/notifications.ts';

type AnnounceContext = Pick<AppContext, 'clock' | 'workflows' | 'webhookReceiver'>;

/** What a category sync has read. */
export interface CategorySync {
  readonly platform: 'store_a' | 'store_b';
  /** For example `iphone`. */
  readonly device: string;
  readonly categoriesCount: number;
}

/**
 * Announces that a category sync is complete: the event and the workflow that sends it are written in the caller's
 * transaction, and a repeat with the same `syncId` announces nothing more.
 * @param sync `syncId` names the sync, for example by its workflow
 * @returns the id of the event (`webhook-id`); undefined when no receiver is configured
 */
export async function announceCategorySync(
  ctx: AnnounceContext,
  tx: Transaction,
  { syncId, ...sync }: CategorySync & { readonly syncId: string },
): Promise<string | undefined> {
  return await announce(ctx, tx, { id: hashId('msg_', ['categories_synced', syncId]), event: 'categories_synced', sync });
}

/** Sends an event `test` in the shape of a category sync. @returns as `announceCategorySync` */
export async function announceTest(ctx: AnnounceContext, tx: Transaction, sync: CategorySync): Promise<string | undefined> {
  return await announce(ctx, tx, { id: newId('msg_'), event: 'test', sync });
}

interface Announcement {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly sync: CategorySync;
}

async function announce(
  { clock, workflows, webhookReceiver: { address } }: AnnounceContext,
  tx: Transaction,
  { id, event, sync: { platform, device, categoriesCount } }: Announcement,
): Promise<string | undefined> {
  if (address === undefined) return undefined;
  const createdAt = clock.now();
  const body = JSON.stringify({ event, platform, device, categories_count: categoriesCount, timestamp: createdAt.toISOString() });
  const isNew = await insertNotification(tx, {
    id,
    channelId: null,
    noticeId: null,
    event,
    severity: 'info',
    url: address,
    body,
    status: 'pending',
    isTest: event === 'test',
    holdUntil: null,
    sentIn: null,
    createdAt,
    dueAt: new Date(clock.realNow()),
  });
  if (isNew) await workflows.enqueue(tx, 'notify', ...toFirstTry({ id, round: 1 }));
  return id;
}
