import type { AppContext, RequestContext } from '#context';
import { isBound } from '#http/caller.ts';
import { hashId } from '#kernel/ids.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { isOpen, type WorkflowStatus } from '#workflows/types.ts';
import { findMarket } from './find-market.ts';
import type { OnboardInput, OnboardOptions } from './options.ts';
import { isNothingMissing, planParts, type PlannedPart } from './parts/plan-parts.ts';
import { insertDomains, lockOnboardRecords, listOnboardRecords } from '../records/store/domains.ts';
import { updatePendingOnboardings } from './store/claims.ts';
import { listFetchesByDomain } from './store/fetches.ts';
import type { Market } from '../keywords/market.ts';
import { insertReaders, listClaimedIndexes, type DomainClaim } from './store/readers.ts';
import type { DomainRecord } from '../records/store/domains.ts';

/** What is asked for one domain. */
export interface OnboardOrder {
  /** Normalized host. */
  readonly domain: string;
  readonly projectId?: string | undefined;
  readonly options: OnboardOptions;
}

/** `queued`: this order's workflow does it; `running`: one does already; `onboarded`: everything asked for is there. */
export type OnboardOutcome = 'queued' | 'running' | 'onboarded';

export interface OnboardClaim {
  readonly order: OnboardOrder;
  readonly domainId: number;
  readonly outcome: OnboardOutcome;
  /** The `domain-onboard` that does it; null when nothing is to be done. */
  readonly workflowId: string | null;
  /** What it fetches and what is there, as its workflow plans it. */
  readonly parts: readonly PlannedPart[];
  /** What the workflow takes. */
  readonly input: OnboardInput;
}

type DecideContext = Pick<AppContext, 'workflows' | 'clock' | 'searchData' | 'config'>;

/**
 * Makes the records of domains and decides, one decision about a domain at a time, which of them are to
 * be onboarded: those are `pending`, with the id of their workflow, which the
 * caller starts in the same transaction or has another workflow start. The id comes from the domain and
 * its onboarding before, so that asking again while it waits finds the same.
 * @param orders each domain once
 */
export async function claimOnboardings(ctx: DecideContext, tx: Transaction, orders: readonly OnboardOrder[]): Promise<OnboardClaim[]> {
  const domains = orders.map(({ domain }) => domain).toSorted();
  await insertDomains(tx, domains, ctx.clock.now());
  const counts = ctx.config.shareCache === 'organization' ? 'fetched' : 'all';
  const claims = await decide(ctx, tx, { orders, records: await lockOnboardRecords(tx, domains), counts });
  const joined = claims.filter(({ outcome }) => outcome === 'running');
  await insertReaders(
    tx,
    joined.map(({ domainId, order }) => ({ domainId, projectId: order.projectId })),
    ctx.clock.now(),
  );
  const pending = claims.flatMap(({ outcome, workflowId, domainId, input }) =>
    outcome === 'queued' && workflowId !== null ? [{ id: domainId, workflow_id: workflowId, options: input }] : [],
  );
  await updatePendingOnboardings(tx, pending);
  return claims;
}

/** Claims, and starts what was claimed. */
export async function startOnboardings(ctx: DecideContext, tx: Transaction, orders: readonly OnboardOrder[]): Promise<OnboardClaim[]> {
  const claims = await claimOnboardings(ctx, tx, orders);
  const queued = claims.filter(({ outcome }) => outcome === 'queued');
  await ctx.workflows.enqueueAll(
    tx,
    'domain-onboard',
    queued.map(({ workflowId, input }) => ({ id: workflowId ?? undefined, input })),
  );
  return claims;
}

/**
 * What claiming would answer; changes nothing, and has no id for a domain without a record. A bound caller
 * gets nothing about domains that are not a website of its organization.
 */
export async function previewOnboardings(
  ctx: DecideContext & Pick<RequestContext, 'postgres' | 'caller'>,
  orders: readonly OnboardOrder[],
): Promise<Omit<OnboardClaim, 'domainId' | 'workflowId'>[]> {
  const records = await listOnboardRecords(
    ctx.postgres,
    orders.map(({ domain }) => domain),
  );
  const counts = ctx.config.shareCache === 'organization' ? 'fetched' : isBound(ctx.caller) ? 'website' : 'all';
  const own = await findOwn(ctx.postgres, { orders, records, counts });
  const names = new Set(own.map((at) => orders[at]?.domain));
  return await decide(ctx, ctx.postgres, { orders, records: records.filter(({ domain }) => names.has(domain)), counts: 'all' });
}

interface Decision {
  readonly orders: readonly OnboardOrder[];
  readonly records: readonly DomainRecord[];
  /** Which domains' parts count as there: all, or those that the order's organization has this claim on. */
  readonly counts: 'all' | DomainClaim;
}

/** The indexes of the orders whose domain's parts count; those of no organization always do. */
async function findOwn(sql: Sql, { orders, records, counts }: Decision): Promise<number[]> {
  const indexes = orders.map((_order, at) => at);
  if (counts === 'all') return indexes;
  const ids = new Map(records.map(({ domain, id }) => [domain, id]));
  const asked = orders.map(({ domain, projectId }) => ({ domainId: ids.get(domain) ?? UNKNOWN.id, projectId }));
  const claimed = await listClaimedIndexes(sql, counts, asked);
  return indexes.filter((at) => claimed.has(at) || asked[at]?.projectId === undefined);
}

async function decide(ctx: DecideContext, sql: Sql, decision: Decision): Promise<OnboardClaim[]> {
  const { orders, records } = decision;
  const own = new Set(await findOwn(sql, decision));
  const byDomain = new Map(records.map((record) => [record.domain, record]));
  const workflowIds = records.flatMap(({ onboardWorkflowId }) => onboardWorkflowId ?? []);
  const statuses = await ctx.workflows.findStatuses(sql, workflowIds);
  const domainIds = records.map(({ id }) => id);
  const fetches = await listFetchesByDomain(sql, domainIds);
  const markets = await findMarkets(ctx, sql, orders);
  return orders.map((order, at) => {
    const record = byDomain.get(order.domain) ?? { ...UNKNOWN, domain: order.domain };
    const status = record.onboardWorkflowId === null ? undefined : statuses.get(record.onboardWorkflowId);
    const isOwn = own.has(at);
    const known = { market: markets[at], fetches: (isOwn ? fetches.get(record.id) : undefined) ?? [], now: ctx.clock.now() };
    const parts = planParts({ ...known, options: order.options, wasOnboarded: isOwn && record.wasOnboarded });
    return { ...toOutcome(record, status, isNothingMissing(parts)), parts, order, domainId: record.id, input: toInput(order) };
  });
}

/** The market of each order. Orders for the same project and market look it up once. */
async function findMarkets({ searchData }: DecideContext, sql: Sql, orders: readonly OnboardOrder[]): Promise<(Market | undefined)[]> {
  const found = new Map<string, Market | undefined>();
  const markets: (Market | undefined)[] = [];
  for (const { projectId, options } of orders) {
    const key = JSON.stringify([projectId, options.location_code, options.language_code]);
    if (!found.has(key)) found.set(key, await findMarket({ postgres: sql, searchData }, { ...options, project_id: projectId }));
    markets.push(found.get(key));
  }
  return markets;
}

const UNKNOWN: Omit<DomainRecord, 'domain'> = { id: 0, onboardStatus: 'pending', onboardWorkflowId: null, wasOnboarded: false };

/** @param status of the workflow that the record names; `undefined` when there is none */
function toOutcome(
  { id, onboardStatus, onboardWorkflowId }: DomainRecord,
  status: WorkflowStatus | undefined,
  isEverythingThere: boolean,
): Pick<OnboardClaim, 'outcome' | 'workflowId'> {
  const isUnderWay = onboardStatus === 'pending' || onboardStatus === 'in_progress';
  if (isUnderWay && isOpen(status)) return { outcome: 'running', workflowId: onboardWorkflowId };
  if (onboardStatus === 'complete' && isEverythingThere) return { outcome: 'onboarded', workflowId: null };
  // Claimed by another workflow that has not started it yet.
  if (isUnderWay && onboardWorkflowId !== null && status === undefined) return { outcome: 'queued', workflowId: onboardWorkflowId };
  return { outcome: 'queued', workflowId: hashId('wf_', ['domain-onboard', id, onboardWorkflowId ?? '']) };
}

/** Without the fields that were left out: the input is kept as it is. */
function toInput({ domain, projectId, options }: OnboardOrder): OnboardInput {
  const fields = Object.entries({ project_id: projectId, ...options }).filter(([, value]) => value !== undefined);
  return { domain, ...Object.fromEntries(fields) };
}
