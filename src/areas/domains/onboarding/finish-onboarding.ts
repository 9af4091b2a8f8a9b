import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import { sumUsd } from '#kernel/money.ts';
import { classifyDomain } from '../queues.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import type { OnboardStatus } from '../records/store/domains.ts';
import { failFetch, listFetches, type DomainFetch, type FetchPart, type FetchStatus } from './store/fetches.ts';
import { endOnboarding } from './store/claims.ts';
import { insertReaders } from './store/readers.ts';
import { findFetchOf, toFetchKey, type PlannedPart } from './parts/plan-parts.ts';

/** How a part stands at the end of an onboarding. */
export interface PartReport {
  readonly status: FetchStatus;
  /** Rows that were fetched, and that exist according to the source; null: not known. */
  readonly rows: number | null;
  readonly total: number | null;
  readonly is_whole: boolean;
  /** What this onboarding spent on it. */
  readonly cost_usd: number;
  readonly reason: string | null;
}

export interface OnboardingEnd {
  readonly domain: KnownDomain;
  readonly parts: readonly PlannedPart[];
  readonly workflowId: string;
  /** Whose organization has had the domain fetched. */
  readonly projectId: string | undefined;
  readonly status: Exclude<OnboardStatus, 'in_progress'>;
  /** Why it is not complete. */
  readonly error: string | null;
  /** Why parts did not come; one that has no reason of its own has that of the whole. */
  readonly partErrors: Partial<Record<FetchPart, string>>;
}

export interface FinishedOnboarding {
  readonly parts: Readonly<Partial<Record<FetchPart, PartReport>>>;
  readonly costUsd: number;
}

/**
 * Ends an onboarding: its parts, the domain, and what it all came to. What the domain itself is gets asked now, when its home page
 * was read: by the stages that cost nothing.
 */
export async function finishOnboarding(
  { postgres, clock, workflows }: Pick<AppContext, 'postgres' | 'clock' | 'workflows'>,
  { domain, parts, workflowId, projectId, status, error, partErrors }: OnboardingEnd,
): Promise<FinishedOnboarding> {
  return await postgres.transaction(async (tx) => {
    const isOurs = await endOnboarding(tx, domain.id, workflowId, { status, error, now: clock.now() });
    if (isOurs && status === 'complete') {
      await insertReaders(tx, [{ domainId: domain.id, projectId }], clock.now());
      const payload = { domain: domain.domain, domain_id: domain.id, skip_llm: true };
      await workflows.sendAll(tx, classifyDomain, [{ id: hashId('wf_', [workflowId, 'domain']), payload }]);
    }
    const before = await listFetches(tx, domain.id);
    for (const planned of isOurs ? parts : []) {
      const fetch = findFetchOf(before, planned);
      if (fetch?.workflowId !== workflowId || fetch.status !== 'running') continue;
      await failFetch(tx, toFetchKey(domain.id, planned), partErrors[planned.part] ?? error ?? 'it was not fetched');
    }
    const after = await listFetches(tx, domain.id);
    const reports = parts.map((planned) => [planned.part, toReport(planned, findFetchOf(after, planned), workflowId)] as const);
    return { parts: Object.fromEntries(reports), costUsd: sumUsd(reports.map(([, report]) => report.cost_usd)) };
  });
}

function toReport({ plan, costBeforeUsd, reason }: PlannedPart, fetch: DomainFetch | undefined, workflowId: string): PartReport {
  const isOurs = fetch?.workflowId === workflowId && plan !== 'skip';
  const isKnown = fetch !== undefined && fetch.status !== 'skipped';
  return {
    status: plan === 'skip' ? 'skipped' : (fetch?.status ?? 'skipped'),
    rows: isKnown ? fetch.rowsFetched : null,
    total: fetch?.rowsTotal ?? null,
    is_whole: fetch?.isWhole ?? false,
    cost_usd: isOurs ? sumUsd([fetch.costUsd, -costBeforeUsd]) : 0,
    reason: reason ?? (isOurs ? fetch.error : null),
  };
}
