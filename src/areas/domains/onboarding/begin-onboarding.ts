import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import { isOpen } from '#workflows/types.ts';
import { ensureDomain } from '../records/ensure-domain.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import type { DomainRecord } from '../records/store/domains.ts';
import { beginFetch, continueFetch, listFetches, skipFetch } from './store/fetches.ts';
import type { Market } from '../keywords/market.ts';
import { claimOnboarding } from './store/claims.ts';
import { listClaimedIndexes } from './store/readers.ts';
import type { OnboardInput, OnboardOptions } from './options.ts';
import { findMarket } from './find-market.ts';
import { isNothingMissing, planParts, toFetchKey, type PlanInput, type PlannedPart } from './parts/plan-parts.ts';

export type OnboardingStart =
  | { readonly isClaimed: true; readonly domain: KnownDomain; readonly parts: readonly PlannedPart[] }
  | {
      readonly isClaimed: false;
      readonly domain: KnownDomain;
      readonly reason: 'already_in_progress' | 'already_onboarded';
      /** The workflow that onboards it, or did. */
      readonly workflowId: string | null;
      readonly status: DomainRecord['onboardStatus'];
    };

type ClaimContext = Pick<AppContext, 'postgres' | 'clock' | 'workflows' | 'searchData' | 'config'>;

/** A try fails only when another run changed the state first, so the next try finds another state. */
const LOOKS_MAX = 20;

/**
 * Takes a domain for one onboarding, and begins the parts that are
 * missing. A running onboarding of the same domain keeps it; one that stopped without finishing (it was
 * terminated, or failed early) is taken over, with what it has fetched.
 * @throws AppError `Project not found`
 */
export async function beginOnboarding(ctx: ClaimContext, input: OnboardInput, workflowId: string): Promise<OnboardingStart> {
  const { domain: host, ...options } = input;
  const market = await findMarket(ctx, options);
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const record = await ensureDomain(ctx.postgres, host, ctx.clock.now());
    const isOurs = record.onboardWorkflowId === workflowId;
    if (record.onboardStatus === 'in_progress' && !isOurs && (await isAlive(ctx, record))) return toRefusal(record, 'already_in_progress');
    const claim = await ctx.postgres.transaction((tx) => tryClaim(tx, { ctx, record, options, market, workflowId }));
    if (claim !== undefined) return claim;
  }
  throw new Error(`Domain ${host} changes hands too fast`);
}

/** @returns undefined when another run was faster */
async function tryClaim(
  tx: Transaction,
  given: { ctx: ClaimContext; record: DomainRecord; options: OnboardOptions; market: Market | undefined; workflowId: string },
): Promise<OnboardingStart | undefined> {
  const { ctx, record, options, market, workflowId } = given;
  const now = ctx.clock.now();
  const seen = { domainId: record.id, status: record.onboardStatus, workflowId: record.onboardWorkflowId };
  const known = await findKnown(ctx, tx, { record, projectId: options.project_id });
  const parts = planParts({ options, market, ...known, now });
  if (record.onboardStatus === 'complete' && isNothingMissing(parts)) return toRefusal(record, 'already_onboarded');
  if (!(await claimOnboarding(tx, seen, { workflowId, options, now }))) return undefined;
  for (const planned of parts) await beginPart(tx, { domainId: record.id, planned, workflowId, now });
  return { isClaimed: true, domain: { id: record.id, domain: record.domain }, parts };
}

interface AskedDomain {
  readonly record: DomainRecord;
  readonly projectId: string | undefined;
}

/** What is there of a domain. With SHARE_CACHE=organization, nothing for an organization that did not have it fetched itself. */
async function findKnown(
  { config }: ClaimContext,
  tx: Transaction,
  { record, projectId }: AskedDomain,
): Promise<Pick<PlanInput, 'fetches' | 'wasOnboarded'>> {
  const isShared = config.shareCache === 'service' || projectId === undefined;
  if (!isShared && !(await listClaimedIndexes(tx, 'fetched', [{ domainId: record.id, projectId }])).has(0))
    return { fetches: [], wasOnboarded: false };
  return { fetches: await listFetches(tx, record.id), wasOnboarded: record.wasOnboarded };
}

async function beginPart(
  tx: Transaction,
  { domainId, planned, workflowId, now }: { domainId: number; planned: PlannedPart; workflowId: string; now: Date },
): Promise<void> {
  const key = toFetchKey(domainId, planned);
  const { plan, rowsWanted } = planned;
  if (plan === 'begin') await beginFetch(tx, key, { workflowId, rowsWanted, now });
  else if (plan === 'continue') await continueFetch(tx, key, workflowId);
  else if (plan === 'skip') await skipFetch(tx, key, now);
}

async function isAlive({ workflows }: ClaimContext, { onboardWorkflowId }: DomainRecord): Promise<boolean> {
  return onboardWorkflowId !== null && isOpen((await workflows.find(onboardWorkflowId))?.status);
}

function toRefusal(record: DomainRecord, reason: 'already_in_progress' | 'already_onboarded'): OnboardingStart {
  const { id, domain, onboardStatus: status, onboardWorkflowId: workflowId } = record;
  return { isClaimed: false, domain: { id, domain }, reason, workflowId, status };
}
