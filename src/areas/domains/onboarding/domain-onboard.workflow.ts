import type { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { BudgetExceededError } from '#kernel/errors.ts';
import type { StepScope } from '#workflows/define.ts';
import { beginOnboarding, type OnboardingStart } from './begin-onboarding.ts';
import { describeError, describeFailures, isOverBudget, type PartFailure, type OnboardWork } from './failures.ts';
import { discoverBrand } from './discover-brand.ts';
import { fetchParts } from './parts/fetch-parts.ts';
import { fetchHistoryPart, fetchSummaryPart } from './parts/fetch-summary-part.ts';
import { finishOnboarding, type FinishedOnboarding, type OnboardingEnd } from './finish-onboarding.ts';
import { isPlanned, type Onboarding } from './onboarding.ts';
import { OnboardInput } from './options.ts';
import { storeResults, type StoredResults } from './store-results.ts';
import { domainOnboarding } from '../queues.ts';
import { domainOnboardTrigger } from './domain-onboard-trigger.ts';

declare module '#context' {
  interface WorkflowTypes {
    'domain-onboard': WorkflowType<z.input<typeof OnboardInput>, object>;
  }
}

export const DOMAIN_ONBOARD = 'domain-onboard';

/**
 * Fetches what is known of a domain:
 * the links to it, the domains they come from, what it ranks for, the sums of its links now and in the
 * 52 weeks before, and the other homes of its brand. Only what is missing is fetched, by one onboarding of a domain at a time. A part
 * that cannot be fetched fails the whole at its end: what came is kept, and the next onboarding goes on
 * from what is missing. A spent budget leaves the domain `pending`.
 */
export const domainOnboard = defineWorkflow({
  name: DOMAIN_ONBOARD,
  label: 'Onboarding',
  summary: 'fetches links, keywords, sums and brand properties of a domain',
  input: OnboardInput,
  trigger: domainOnboardTrigger,
  queue: domainOnboarding,
  steps: [
    'initialize',
    'fetchBacklinks',
    'fetchReferringDomains',
    'fetchKeywords',
    'fetchSummary',
    'fetchHistory',
    'storeResults',
    'discoverProperties',
    'finalize',
  ],
  run: async (ctx, input) => {
    const claim = await ctx.step('initialize', () => beginOnboarding(ctx, input, ctx.workflowId));
    if (!claim.isClaimed) return toSkipped(claim);
    const scope = { source: 'workflow', projectId: input.project_id, runId: ctx.workflowId, workflowType: DOMAIN_ONBOARD } as const;
    const { domain, parts } = claim;
    return await onboard(ctx, { domain, parts, workflowId: ctx.workflowId, projectId: input.project_id, scope });
  },
});

async function onboard(ctx: WorkflowContext, onboarding: Onboarding): Promise<object> {
  const failures = await fetchParts(ctx, onboarding);
  const tried = async <Result>(of: OnboardWork, work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      failures.push({ of, error });
      return undefined;
    }
  };
  // Without budget for a list there is none for the summary either.
  const isSummed = isPlanned(onboarding, 'summary') && !failures.some(isOverBudget);
  const summary = isSummed ? await tried('summary', () => sumUp(ctx, onboarding)) : undefined;
  const isPastWanted = isPlanned(onboarding, 'history') && !failures.some(isOverBudget);
  if (isPastWanted) await tried('history', () => fetchPast(ctx, onboarding, summary?.value === null));
  const results = await tried('results', () => ctx.step('storeResults', () => storeResults(ctx, { ...onboarding, summary })));
  // After a failure the next onboarding comes here too.
  const isBrandWanted = failures.length === 0 && isPlanned(onboarding, 'properties');
  const brand = isBrandWanted ? await tried('properties', () => readHome(ctx, onboarding)) : undefined;
  const end = toEnd(onboarding, failures);
  const finished = await ctx.step('finalize', () => finishOnboarding(ctx, end));
  const [worst] = failures.filter((failure) => !isOverBudget(failure));
  if (worst !== undefined) throw worst.error;
  const [overBudget] = failures;
  return {
    ...(overBudget === undefined ? {} : toBudgetEnd(overBudget)),
    ...toOutput(onboarding, end, finished),
    summary: toSummaryOutput(summary?.value ?? null),
    ...toResultsOutput(results),
    ...(brand === undefined ? {} : { properties: brand.found, page_status: brand.page_status }),
  };
}

function sumUp(ctx: WorkflowContext, onboarding: Onboarding) {
  return ctx.step('fetchSummary', ({ signal }) => fetchSummaryPart(ctx, { ...onboarding, signal }));
}

function fetchPast(ctx: WorkflowContext, onboarding: Onboarding, isUnknown: boolean) {
  return ctx.step('fetchHistory', ({ signal }) => fetchHistoryPart(ctx, { ...onboarding, signal, isUnknown }));
}

function readHome(ctx: WorkflowContext, onboarding: Onboarding) {
  const work = ({ signal, isLastTry }: StepScope) => discoverBrand(ctx, { ...onboarding, signal, isLastTry });
  return ctx.step('discoverProperties', work);
}

function toEnd({ domain, parts, workflowId, projectId }: Onboarding, failures: readonly PartFailure[]): OnboardingEnd {
  const isFailed = failures.some((failure) => !isOverBudget(failure));
  const status = failures.length === 0 ? 'complete' : isFailed ? 'failed' : 'pending';
  const partErrors = Object.fromEntries(failures.map(({ of, error }) => [of, describeError(error)]));
  return { domain, parts, workflowId, projectId, status, error: failures.length === 0 ? null : describeFailures(failures), partErrors };
}

function toOutput({ domain }: Onboarding, { status }: OnboardingEnd, { parts, costUsd }: FinishedOnboarding): object {
  return { domain: domain.domain, domain_id: domain.id, onboard_status: status, parts, cost_usd: costUsd };
}

function toSummaryOutput(summary: Awaited<ReturnType<typeof fetchSummaryPart>>['value']): object | null {
  if (summary === null) return null;
  const { rank, backlinks, referringDomains, spamScore } = summary;
  return { rank, backlinks, referring_domains: referringDomains, spam_score: spamScore };
}

function toResultsOutput(results: StoredResults | undefined): object {
  if (results === undefined) return { year_week: null };
  const { yearWeek, isNewWeek, lost, queued } = results;
  return { year_week: yearWeek, new_snapshot: isNewWeek, lost, queued };
}

/** A spent budget is a result. */
function toBudgetEnd({ error }: PartFailure): object {
  if (!(error instanceof BudgetExceededError)) throw error;
  return { skipped: true, reason: 'budget_exceeded', budget: error.budget, message: error.message };
}

function toSkipped({ domain, reason, workflowId, status }: OnboardingStart & { readonly isClaimed: false }): object {
  const { domain: host, id } = domain;
  return { skipped: true, reason, workflow_id: workflowId, domain: host, domain_id: id, onboard_status: status };
}
