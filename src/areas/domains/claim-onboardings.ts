import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { WorkflowStatus } from '#workflows/types.ts';
import { findLackingParts } from './find-lacking-parts.ts';
import type { OnboardOptions } from './onboard-options.ts';
import { selectParts, type DomainPart, type PartProgress } from './store/domain-figures.ts';
import {
  insertDomains,
  lockOnboardRecords,
  selectOnboardRecords,
  updatePendingOnboardings,
  type OnboardRecord,
} from './store/domain-onboarding.ts';

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
  /** Parts that it is to fetch. */
  readonly lacking: readonly DomainPart[];
  /** What the workflow takes. */
  readonly input: Readonly<Record<string, unknown>>;
}

type ClaimContext = Pick<AppContext, 'workflows' | 'clock'>;

/**
 * Makes the records of domains and decides, one decision about a domain at a time, which of them are to
 * be onboarded (specification 3.2): those are `pending`, with the id of their workflow, which whoever
 * called starts in the same transaction or has another workflow start. The id comes from the domain and
 * its onboarding before, so that asking again while it waits finds the same.
 * @param orders each domain once
 */
export async function claimOnboardings(ctx: ClaimContext, tx: Transaction, orders: readonly OnboardOrder[]): Promise<OnboardClaim[]> {
  const domains = orders.map(({ domain }) => domain).toSorted();
  await insertDomains(tx, domains, ctx.clock.now());
  const claims = await decide(ctx, tx, { orders, records: await lockOnboardRecords(tx, domains) });
  const pending = claims.flatMap(({ outcome, workflowId, domainId, input }) =>
    outcome === 'queued' && workflowId !== null ? [{ id: domainId, workflow_id: workflowId, options: input }] : [],
  );
  await updatePendingOnboardings(tx, pending);
  return claims;
}

/** Claims, and starts what was claimed. */
export async function startOnboardings(ctx: ClaimContext, tx: Transaction, orders: readonly OnboardOrder[]): Promise<OnboardClaim[]> {
  const claims = await claimOnboardings(ctx, tx, orders);
  const queued = claims.filter(({ outcome }) => outcome === 'queued');
  await ctx.workflows.enqueueAll(
    tx,
    'domain-onboard',
    queued.map(({ workflowId, input }) => ({ id: workflowId ?? undefined, input })),
  );
  return claims;
}

/** What claiming would come to; changes nothing, and knows no id of a domain without a record. */
export async function previewOnboardings(
  ctx: Pick<AppContext, 'workflows' | 'postgres'>,
  orders: readonly OnboardOrder[],
): Promise<Omit<OnboardClaim, 'domainId' | 'workflowId'>[]> {
  const records = await selectOnboardRecords(
    ctx.postgres,
    orders.map(({ domain }) => domain),
  );
  return await decide(ctx, ctx.postgres, { orders, records });
}

interface Decision {
  readonly orders: readonly OnboardOrder[];
  readonly records: readonly OnboardRecord[];
}

async function decide(ctx: Pick<AppContext, 'workflows'>, sql: Sql, { orders, records }: Decision): Promise<OnboardClaim[]> {
  const byDomain = new Map(records.map((record) => [record.domain, record]));
  const workflowIds = records.flatMap(({ onboardWorkflowId }) => onboardWorkflowId ?? []);
  const statuses = await ctx.workflows.findStatuses(sql, workflowIds);
  const parts = await selectParts(
    sql,
    records.map(({ id }) => id),
  );
  return orders.map((order) => {
    const record = byDomain.get(order.domain) ?? { ...UNKNOWN, domain: order.domain };
    const status = record.onboardWorkflowId === null ? undefined : statuses.get(record.onboardWorkflowId);
    return { ...toClaim({ order, record, status, parts: parts.get(record.id) ?? [] }), order, domainId: record.id, input: toInput(order) };
  });
}

const UNKNOWN: Omit<OnboardRecord, 'domain'> = { id: 0, onboardStatus: 'pending', onboardWorkflowId: null };

interface Known {
  readonly order: OnboardOrder;
  readonly record: OnboardRecord;
  /** Of the workflow that the record names; `undefined` when there is none. */
  readonly status: WorkflowStatus | undefined;
  readonly parts: readonly PartProgress[];
}

function toClaim({ order, record, status, parts }: Known): Pick<OnboardClaim, 'outcome' | 'workflowId' | 'lacking'> {
  const { onboardStatus, onboardWorkflowId } = record;
  const lacking = findLackingParts(parts, order.options);
  const isUnderWay = onboardStatus === 'pending' || onboardStatus === 'in_progress';
  if (isUnderWay && isLiving(status)) return { outcome: 'running', workflowId: onboardWorkflowId, lacking };
  if (onboardStatus === 'complete' && lacking.length === 0) return { outcome: 'onboarded', workflowId: null, lacking };
  // Claimed by another workflow that has not come to starting it.
  if (isUnderWay && onboardWorkflowId !== null && status === undefined)
    return { outcome: 'queued', workflowId: onboardWorkflowId, lacking };
  return { outcome: 'queued', workflowId: hashId('wf_', ['domain-onboard', record.id, onboardWorkflowId ?? '']), lacking };
}

function isLiving(status: WorkflowStatus | undefined): boolean {
  return status === 'queued' || status === 'running' || status === 'paused';
}

function toInput({ domain, projectId, options }: OnboardOrder): Readonly<Record<string, unknown>> {
  const fields = { domain, project_id: projectId, ...options };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
