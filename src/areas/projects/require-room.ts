import { AppError } from '#kernel/errors.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { Owner } from './find-owner.ts';
import { lockRoom } from './store/organizations.ts';

export interface Room {
  /** What is kept, as people call it: `research runs`. */
  readonly things: string;
  /** Who has them: a project, an organization; its title is for people. */
  readonly owner: { readonly id: string; readonly title: string };
  readonly max: number;
  /** How many there are now, with those that this transaction has added. */
  readonly count: () => Promise<number>;
  /** What to do when there is no room. */
  readonly hint: string;
}

/**
 * Keeps one owner from filling the store. Called after the rows were added, as the last that a transaction locks: those who add at
 * once are counted one after the other.
 * @throws AppError 409 when there are more than there may be; the transaction undoes what was added
 */
export async function requireRoom(tx: Transaction, { things, owner, max, count, hint }: Room): Promise<void> {
  await lockRoom(tx, things, owner.id);
  if ((await count()) <= max) return;
  throw new AppError('conflict', `Too many ${things}`, { message: `${owner.title} has at most ${max} ${things}.`, hint });
}

/** Whose rows count. */
export interface OwnedBy {
  readonly organizationId: string | null;
  readonly projectIds: readonly string[] | null;
}

/** The same for what belongs to a project, or to an organization alone. What belongs to neither is the operators' own. */
export async function requireRoomOfOwner(
  tx: Transaction,
  { projectId, organizationId }: Owner,
  { things, max, count }: Pick<Room, 'things' | 'max'> & { readonly count: (by: OwnedBy) => Promise<number> },
): Promise<void> {
  const id = projectId ?? organizationId;
  if (id === null) return;
  const title = projectId === null ? 'An organization' : 'A project';
  const hint = projectId === null ? 'Name a project.' : 'Use another project.';
  const by = { organizationId, projectIds: projectId === null ? null : [projectId] };
  await requireRoom(tx, { things, max, owner: { id, title }, hint, count: () => count(by) });
}
