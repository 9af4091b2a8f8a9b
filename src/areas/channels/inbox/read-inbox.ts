import type { ProjectReader } from '#areas/projects/index.ts';
import { notFound } from '#kernel/errors.ts';
import { countUnread, insertReads, listSeenEntries, setMark } from '../store/inbox.ts';
import { toInboxScope, UNREAD_MAX } from './inbox-scope.ts';

/**
 * Marks entries as read for the person who asks.
 * @returns how many are unread then
 * @throws AppError `Entry not found` when one of them is none that the person sees
 */
export async function readInbox(
  ctx: ProjectReader,
  { untilId, ids = [] }: { readonly untilId?: string | undefined; readonly ids?: readonly string[] | undefined },
): Promise<number> {
  const scope = await toInboxScope(ctx);
  const wanted = [...new Set(untilId === undefined ? ids : [untilId])];
  const seen = await listSeenEntries(ctx.postgres, scope, wanted);
  const [first] = seen;
  if (scope.userId === undefined || seen.length < wanted.length || first === undefined) throw notFound('Entry');
  if (untilId === undefined) await insertReads(ctx.postgres, scope.userId, wanted);
  else await setMark(ctx.postgres, scope.userId, first);
  return await countUnread(ctx.postgres, scope, UNREAD_MAX);
}
