import type { Transaction } from '#stores/postgres/types.ts';
import { endEntry } from '../store/inbox.ts';
import { announceEntry, type NotifyContext } from './notify.ts';

/** What a notice says is over: the inbox says since when. One that is gone or over already stays so. */
export async function endNotice(ctx: NotifyContext, tx: Transaction, noticeId: string): Promise<void> {
  const ended = await endEntry(tx, noticeId, ctx.clock.now());
  if (ended !== undefined) announceEntry(ctx, tx, ended);
}
