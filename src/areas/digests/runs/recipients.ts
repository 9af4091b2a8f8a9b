import { getChannels } from '#areas/channels/index.ts';
import { keepMailList, listAddressStates, type KeepingContext, type MailList, type StatedAddress } from '#areas/mail/index.ts';
import { findReaders } from '#areas/people/index.ts';
import type { ProjectReader } from '#areas/projects/index.ts';
import { ANONYMOUS } from '#http/auth.ts';
import type { Caller } from '#http/caller.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { Digest } from '../digest.ts';

/** Who reads a digest, which decides what stands in it. */
export interface Reader {
  readonly caller: Caller;
  /** Reads it as clients do: nothing of money, and of annotations only what shares show. */
  readonly isClient: boolean;
}

/** A client of an organization without an account. */
export function toClient({ organizationId, projectIds }: Pick<Digest, 'organizationId' | 'projectIds'>): Reader {
  const caller = { ...ANONYMOUS, organizationId, projectIds: projectIds ?? undefined, hides: ['money' as const] };
  return { caller, isClient: true };
}

/** Who reads a channel: the people of the projects, whose alerts go there too; none of them may be sure to see money. */
export function toChannelReader(digest: Pick<Digest, 'organizationId' | 'projectIds' | 'scopeKind'>): Reader {
  return { ...toClient(digest), isClient: digest.scopeKind === 'client' };
}

/** A digest as what its readers can leave. */
export function toMailList({
  id,
  name,
  organizationId,
  projectIds,
}: Pick<Digest, 'id' | 'name' | 'organizationId' | 'projectIds'>): MailList {
  return { id, name, organizationId, projectId: projectIds?.length === 1 ? (projectIds[0] ?? null) : null };
}

/** The state of each address of a digest, in their order: members get it at once, others when they have confirmed. */
export async function listStates(sql: Sql, digest: Digest): Promise<StatedAddress[]> {
  if (digest.addresses.length === 0) return [];
  const members = await findReaders(sql, digest.organizationId, digest.addresses);
  return await listAddressStates(sql, { listId: digest.id, addresses: digest.addresses, isMember: (address) => members.has(address) });
}

/** Who reads at each address: a member as the member; anyone else as a client does. */
export async function findReadersOf(sql: Sql, digest: Digest): Promise<(address: string) => Reader> {
  const members = await findReaders(sql, digest.organizationId, digest.addresses);
  return (address) => {
    const caller = members.get(address);
    return caller === undefined ? toClient(digest) : { caller, isClient: digest.scopeKind === 'client' || caller.role === 'client' };
  };
}

/** Writes for whom a digest is: those who are no members are asked to confirm. */
export async function keepRecipients(ctx: KeepingContext, tx: Transaction, digest: Digest): Promise<void> {
  const members = await findReaders(tx, digest.organizationId, digest.addresses);
  await keepMailList(ctx, tx, { list: toMailList(digest), addresses: digest.addresses, isMember: (address) => members.has(address) });
}

/** @throws AppError `Channel not found`: not of the organization, or of a project that the digest is not about alone */
export async function assertChannels(
  ctx: ProjectReader,
  { organizationId, projectIds, channelIds }: Pick<Digest, 'organizationId' | 'projectIds' | 'channelIds'>,
): Promise<void> {
  await getChannels(ctx, { ids: channelIds, organizationId, projectId: projectIds?.length === 1 ? (projectIds[0] ?? null) : null });
}
