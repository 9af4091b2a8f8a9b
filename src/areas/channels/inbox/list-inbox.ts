import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { Page } from '#kernel/lists.ts';
import { countUnread, entryList, type InboxScope, type ListedEntry } from '../store/inbox.ts';
import { toInboxScope, UNREAD_MAX } from './inbox-scope.ts';

/** An entry as one caller sees it; keys have read nothing. */
export interface ShownEntry extends Omit<ListedEntry, 'isRead'> {
  readonly isRead: boolean | null;
}

/** Newest first, and how many of all that the caller sees are unread. @throws AppError `Project not found` */
export async function listInbox(
  ctx: ProjectReader,
  { projectId, severity, isUnread, limit, offset }: Page & Pick<InboxScope, 'projectId' | 'severity' | 'isUnread'>,
): Promise<{ entries: ShownEntry[]; total: number; unread: number | null }> {
  if (projectId !== undefined) await getProject(ctx, projectId);
  const scope = await toInboxScope(ctx, projectId);
  const isPerson = scope.userId !== undefined;
  const [{ rows, total }, unread] = await Promise.all([
    entryList.read(ctx.postgres, { ...scope, severity, isUnread }, { limit, offset }),
    isPerson ? countUnread(ctx.postgres, { ...scope, projectId: undefined }, UNREAD_MAX) : null,
  ]);
  return { entries: rows.map((entry) => ({ ...entry, isRead: isPerson ? entry.isRead : null })), total, unread };
}
