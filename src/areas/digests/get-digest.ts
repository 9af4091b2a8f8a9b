import type { StatedAddress } from '#areas/mail/index.ts';
import { getProject, requireOrganization, type ProjectReader } from '#areas/projects/index.ts';
import { isBound, type Caller } from '#http/caller.ts';
import { hasRight } from '#http/rights.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { Digest, DigestRun } from './digest.ts';
import { maskAddress } from './mask-address.ts';
import { listStates } from './runs/recipients.ts';
import { digestList, findDigest } from './store/digests.ts';
import { listLastRuns } from './store/runs.ts';

/** A digest with what became of it, for one caller. */
export interface ListedDigest {
  readonly digest: Digest;
  readonly lastRun: DigestRun | undefined;
  /** Masked for callers who may not change it. */
  readonly addresses: readonly StatedAddress[];
}

/**
 * The digest, if the caller sees everything that it is about.
 * @throws AppError `Digest not found`
 */
export async function getDigest({ postgres, caller }: ProjectReader, digestId: string): Promise<Digest> {
  const digest = await findDigest(postgres, digestId);
  if (digest === undefined || !canSee(caller, digest)) throw notFound('Digest');
  return digest;
}

function canSee({ organizationId, projectIds }: Caller, digest: Digest): boolean {
  if (organizationId !== undefined && organizationId !== digest.organizationId) return false;
  return projectIds === undefined || (digest.projectIds?.every((id) => projectIds.includes(id)) ?? false);
}

/**
 * The digests that the caller sees, newest first.
 * @throws AppError `Project not found`, `Organization not found`
 */
export async function listDigests(
  ctx: ProjectReader,
  { projectId, organizationId, ...page }: Page & { readonly projectId?: string | undefined; readonly organizationId?: string | undefined },
): Promise<{ digests: ListedDigest[]; total: number }> {
  if (projectId !== undefined) await getProject(ctx, projectId);
  if (organizationId !== undefined) await requireOrganization(ctx, organizationId);
  const { caller } = ctx;
  const bound = isBound(caller) ? caller : undefined;
  const filter = { organizationId, onlyProjectId: projectId, boundTo: bound?.organizationId, projectIds: bound?.projectIds };
  const { rows, total } = await digestList.read(ctx.postgres, filter, page);
  return { digests: await describeDigests(ctx, rows), total };
}

/** With what became of them. */
export async function describeDigests({ postgres, caller }: ProjectReader, digests: readonly Digest[]): Promise<ListedDigest[]> {
  const [states, runs] = await Promise.all([
    Promise.all(digests.map((digest) => listStates(postgres, digest))),
    listLastRuns(
      postgres,
      digests.map(({ id }) => id),
    ),
  ]);
  const isShown = hasRight(caller, 'edit');
  const lastOf = new Map(runs.map((run) => [run.digestId, run]));
  return digests.map((digest, at) => ({
    digest,
    lastRun: lastOf.get(digest.id),
    addresses: (states[at] ?? []).map((one) => (isShown ? one : { ...one, address: maskAddress(one.address), reason: null })),
  }));
}
