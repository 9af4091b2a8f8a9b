import type { Estimate } from '#areas/costs/index.ts';
import { assertNotArchived, getProjects, type AssetRole } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { updateDataTiers } from '../records/store/domains.ts';
import { startOnboardings, type OnboardClaim, type OnboardOrder } from './claim-onboardings.ts';
import { estimateOnboardings } from './estimate-onboardings.ts';
import { upsertWebsites } from './store/websites.ts';

/** A domain to onboard, and the website that it is to be in a project, if in any. */
export interface OnboardEntry extends OnboardOrder {
  readonly assetName: string | undefined;
  readonly role: AssetRole;
}

export interface OnboardedDomain {
  readonly claim: OnboardClaim;
  /** Its website in the project that was named. */
  readonly assetId: string | null;
}

export interface OnboardDomainsResult {
  readonly domains: readonly OnboardedDomain[];
  /** Whether a living process takes what was queued; without one it waits. */
  readonly hasWorker: boolean;
}

type OnboardContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows' | 'searchData' | 'config'>;

/**
 * Onboards domains, and makes those that name a project a website of it: all of
 * them in one transaction. Domains that are onboarded or under way are answered unchanged.
 * @param entries each domain once
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function onboardDomains(ctx: OnboardContext, entries: readonly OnboardEntry[]): Promise<OnboardDomainsResult> {
  await checkProjects(ctx, entries);
  const hasWorker = await ctx.workflows.hasWorker('domain-onboard');
  const domains = await ctx.postgres.transaction(async (tx) => {
    const claims = await startOnboardings(ctx, tx, entries);
    const assetIds = await addWebsites(
      ctx,
      tx,
      claims.map((claim, at) => ({ domainId: claim.domainId, entry: entries[at] as OnboardEntry })),
    );
    return claims.map((claim) => ({ claim, assetId: assetIds.get(claim.order.domain) ?? null }));
  });
  return { domains, hasWorker };
}

/**
 * What onboarding the domains would cost, without doing it.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function estimateEntries(ctx: OnboardContext, entries: readonly OnboardEntry[]): Promise<Estimate> {
  await checkProjects(ctx, entries);
  return await estimateOnboardings(ctx, entries);
}

async function checkProjects(ctx: Pick<RequestContext, 'postgres' | 'caller'>, entries: readonly OnboardEntry[]): Promise<void> {
  const projectIds = entries.flatMap(({ projectId }) => projectId ?? []);
  if (projectIds.length === 0) return;
  for (const project of (await getProjects(ctx, projectIds)).values()) assertNotArchived(project);
}

interface Website {
  readonly domainId: number;
  readonly entry: OnboardEntry;
}

/** By domain; those that are there stay as they are. */
async function addWebsites(
  { clock }: Pick<OnboardContext, 'clock'>,
  tx: Transaction,
  websites: readonly Website[],
): Promise<ReadonlyMap<string, string>> {
  const now = clock.now();
  const wanted = websites.flatMap(({ domainId, entry: { domain, projectId, assetName, role } }) =>
    projectId === undefined
      ? []
      : [{ id: newId('ast_'), project_id: projectId, value: domain, name: assetName ?? domain, role, domain_id: domainId }],
  );
  const assetIds = await upsertWebsites(tx, wanted, now);
  await updateDataTiers(
    tx,
    wanted.map((website) => website.domain_id),
  );
  return assetIds;
}
