import { DEFAULT_LANGUAGE_CODE, DEFAULT_LOCATION_CODE, findCountryCode, findProject } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { isOpen } from '#workflows/types.ts';
import { ensureDomain } from '../ensure-domain.ts';
import type { KnownDomain } from '../ingest/known-domain.ts';
import type { DomainRecord } from '../store.ts';
import { beginFetch, continueFetch, selectFetches, skipFetch } from '../store/fetches.ts';
import type { Market } from '../store/keywords.ts';
import { claimOnboarding } from '../store/onboarding.ts';
import { selectClaimed } from '../store/readers.ts';
import type { OnboardInput, OnboardOptions } from './options.ts';
import { isNothingMissing, planParts, toKey, type PlanInput, type PlannedPart } from './plan-parts.ts';

export type Claim =
  | { readonly isClaimed: true; readonly domain: KnownDomain; readonly parts: readonly PlannedPart[] }
  | {
      readonly isClaimed: false;
      readonly domain: KnownDomain;
      readonly reason: 'already_in_progress' | 'already_onboarded';
      /** Whose it is, or who onboarded it. */
      readonly workflowId: string | null;
      readonly status: DomainRecord['onboardStatus'];
    };

type ClaimContext = Pick<AppContext, 'postgres' | 'clock' | 'workflows' | 'searchData' | 'config'>;

/** Each time somebody else was faster; they all do something, so the next look finds another state. */
const LOOKS_MAX = 20;

/**
 * Takes a domain for one onboarding (specification 3.2 `initialize`), and begins the parts that are
 * missing. A living onboarding of the same domain keeps it; one that has ended without an end (it was
 * terminated, or failed before it could say so) is taken over, with what it has fetched.
 * @throws AppError `Project not found`
 */
export async function claimDomain(ctx: ClaimContext, input: OnboardInput, workflowId: string): Promise<Claim> {
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

/** Undefined: somebody was faster. */
async function tryClaim(
  tx: Transaction,
  given: { ctx: ClaimContext; record: DomainRecord; options: OnboardOptions; market: Market | undefined; workflowId: string },
): Promise<Claim | undefined> {
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
  if (!isShared && !(await selectClaimed(tx, 'fetched', [{ domainId: record.id, projectId }])).has(0))
    return { fetches: [], wasOnboarded: false };
  return { fetches: await selectFetches(tx, record.id), wasOnboarded: record.wasOnboarded };
}

async function beginPart(
  tx: Transaction,
  { domainId, planned, workflowId, now }: { domainId: number; planned: PlannedPart; workflowId: string; now: Date },
): Promise<void> {
  const key = toKey(domainId, planned);
  const { plan, rowsWanted } = planned;
  if (plan === 'begin') await beginFetch(tx, key, { workflowId, rowsWanted, now });
  else if (plan === 'continue') await continueFetch(tx, key, workflowId);
  else if (plan === 'skip') await skipFetch(tx, key, now);
}

async function isAlive({ workflows }: ClaimContext, { onboardWorkflowId }: DomainRecord): Promise<boolean> {
  return onboardWorkflowId !== null && isOpen((await workflows.find(onboardWorkflowId))?.status);
}

function toRefusal(record: DomainRecord, reason: 'already_in_progress' | 'already_onboarded'): Claim {
  const { id, domain, onboardStatus: status, onboardWorkflowId: workflowId } = record;
  return { isClaimed: false, domain: { id, domain }, reason, workflowId, status };
}

/**
 * Where keywords are asked in: what was given, else the settings of the project. Ranked keywords are kept
 * by country, so that a town stands for its country. Undefined: the provider has none there.
 */
export async function findMarket(
  { postgres, searchData }: Pick<AppContext, 'searchData'> & { readonly postgres: Sql },
  options: Pick<OnboardOptions, 'project_id' | 'location_code' | 'language_code'>,
): Promise<Market | undefined> {
  const { project_id: projectId } = options;
  const project = projectId === undefined ? undefined : await findProject(postgres, projectId);
  if (projectId !== undefined && project === undefined) throw notFound('Project');
  const given = options.location_code ?? project?.settings.defaultLocationCode ?? DEFAULT_LOCATION_CODE;
  const languageCode = options.language_code ?? project?.settings.defaultLanguageCode ?? DEFAULT_LANGUAGE_CODE;
  const codes = [given, findCountryCode(given)].filter((code) => code !== undefined);
  const locationCode = codes.find((code) => searchData.hasRankedKeywords(code, languageCode));
  return locationCode === undefined ? undefined : { locationCode, languageCode };
}
