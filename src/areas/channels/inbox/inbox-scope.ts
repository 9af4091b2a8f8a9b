import { listVisibleProjectIds, type ProjectReader } from '#areas/projects/index.ts';
import { isBound, type Caller } from '#http/caller.ts';
import { hasRight } from '#http/rights.ts';
import type { InboxScope } from '../store/inbox.ts';

/** Unread ones are counted up to this. */
export const UNREAD_MAX = 1_000;

/** What of the inbox a caller sees: people of an organization what concerns it, those of some projects only these. */
export async function toInboxScope(ctx: ProjectReader, projectId?: string): Promise<InboxScope> {
  const { caller } = ctx;
  return {
    organizationId: caller.organizationId,
    projectIds: caller.projectIds === undefined ? undefined : await listVisibleProjectIds(ctx),
    projectId,
    withService: !isBound(caller) && hasRight(caller, 'operate'),
    userId: findReader(caller),
  };
}

/** The person who reads; a key reads nothing, and who looks as another person sees what that one has read. */
function findReader({ kind, id, viewsAs }: Caller): string | undefined {
  return kind === 'user' ? (viewsAs?.userId ?? id) : undefined;
}
