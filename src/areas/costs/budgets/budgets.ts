import { providers } from '#providers/index.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { BudgetLimits } from './budget-limits.ts';
import { startOf, type Period } from '../periods.ts';
import { listPayingProjectIds, type Payers } from '../store/payers.ts';

/** The budgets that are set in `/api/admin/config`, and that of each member, which is kept with the membership. */
export type Limits = BudgetLimits & { readonly member_monthly_usd?: Readonly<Record<string, number>> };
export type BudgetName = keyof Limits;

/** A counter of a budget that one call falls into. */
export interface BudgetWindow {
  readonly budget: BudgetName;
  /** What is counted together: everything, a workflow type, a run, a project, a member, a key, an organization. */
  readonly scope: string;
  readonly windowStart: Date;
  /** Which part of the price falls into it, from 0, of how many. */
  readonly payerIndex: number;
  readonly payerCount: number;
  readonly limitUsd: number | null;
  readonly limitRequests: number | null;
}

/** A call as budgets see it. `at` is the date of the observed world. */
export interface BudgetedCall extends SpendScope {
  readonly service: string;
  readonly at: Date;
  readonly payers: Payers;
}

/** What is counted together with a call, and which part of the price it takes. */
type Share = Pick<BudgetWindow, 'scope' | 'payerIndex' | 'payerCount'>;

export interface Budget {
  readonly name: BudgetName;
  /** What it is called in a sentence, for people. */
  readonly words: (scope: string) => string;
  readonly unit: 'usd' | 'requests';
  /** None: the budget does not concern the call. */
  readonly sharesOf: (call: BudgetedCall) => readonly Share[];
  readonly period: Period;
  readonly limitOf: (limits: Limits, scope: string) => number | null;
  /** Counted although no limit is set, because one may be set while the window is open. */
  readonly isAlwaysCounted: boolean;
}

const LLM_SERVICES: ReadonlySet<string> = new Set(
  providers.flatMap(({ services }) => services.filter(({ budget }) => budget === 'llm_daily_usd').map(({ service }) => service)),
);
const EVERYTHING = 'all';
/** In an object of limits by name: the limit of every name that is not in it. */
export const DEFAULT_NAME = 'default';

/** The budgets, the narrowest first: the first one without room is given as the reason. */
export const BUDGETS: readonly Budget[] = [
  {
    name: 'run_cost_usd',
    words: () => "this run's budget",
    unit: 'usd',
    sharesOf: (call) => inEach(toList(call.runId)),
    period: 'run',
    limitOf: (limits) => limits.run_cost_usd,
    isAlwaysCounted: false,
  },
  {
    name: 'run_requests',
    words: () => "this run's limit",
    unit: 'requests',
    sharesOf: (call) => inEach(toList(call.runId)),
    period: 'run',
    limitOf: (limits) => limits.run_requests,
    isAlwaysCounted: false,
  },
  {
    name: 'workflow_hourly_usd',
    words: (workflowType) => `the hourly budget of the workflow ${workflowType}`,
    unit: 'usd',
    sharesOf: (call) => inEach(toList(call.workflowType)),
    period: 'hour',
    limitOf: (limits, workflowType) => limitByName(limits.workflow_hourly_usd, workflowType),
    isAlwaysCounted: true,
  },
  {
    name: 'project_monthly_usd',
    words: () => "this project's monthly budget",
    unit: 'usd',
    sharesOf: (call) => listPayingProjectIds(call).map((scope, payerIndex, { length: payerCount }) => ({ scope, payerIndex, payerCount })),
    period: 'month',
    limitOf: (limits, projectId) => limitByName(limits.project_monthly_usd, projectId),
    isAlwaysCounted: true,
  },
  {
    name: 'member_monthly_usd',
    words: () => "this person's monthly budget",
    unit: 'usd',
    sharesOf: ({ memberId, payers }) => inEach(memberId !== undefined && payers.members.has(memberId) ? [memberId] : []),
    period: 'month',
    limitOf: (limits, memberId) => limits.member_monthly_usd?.[memberId] ?? null,
    isAlwaysCounted: true,
  },
  {
    name: 'key_monthly_usd',
    words: () => "this API key's monthly budget",
    unit: 'usd',
    sharesOf: ({ apiKeyId, payers }) => inEach(apiKeyId === undefined ? [] : [apiKeyId, ...(payers.keys.get(apiKeyId)?.boundMakers ?? [])]),
    period: 'month',
    limitOf: (limits, keyId) => limitByName(limits.key_monthly_usd, keyId),
    isAlwaysCounted: true,
  },
  {
    name: 'organization_monthly_usd',
    words: () => "this organization's monthly budget",
    unit: 'usd',
    sharesOf: shareByOrganization,
    period: 'month',
    limitOf: (limits, organizationId) => limitByName(limits.organization_monthly_usd, organizationId),
    isAlwaysCounted: true,
  },
  {
    name: 'llm_daily_usd',
    words: () => 'the daily budget for language models',
    unit: 'usd',
    sharesOf: (call) => inEach(LLM_SERVICES.has(call.service) ? [EVERYTHING] : []),
    period: 'day',
    limitOf: (limits) => limits.llm_daily_usd,
    isAlwaysCounted: true,
  },
  {
    name: 'daily_usd',
    words: () => 'the daily budget of the whole service',
    unit: 'usd',
    sharesOf: () => inEach([EVERYTHING]),
    period: 'day',
    limitOf: (limits) => limits.daily_usd,
    isAlwaysCounted: true,
  },
];

/** The counters that a call falls into. */
export function listWindows(call: BudgetedCall, set: BudgetLimits): BudgetWindow[] {
  const own = withKeyLimits(withOwnLimits(set, call.payers.projectLimits), toKeyLimits(call.payers));
  const limits = { ...own, member_monthly_usd: toMemberLimits(call.payers) };
  return BUDGETS.flatMap((budget) => {
    return budget.sharesOf(call).flatMap((share): BudgetWindow[] => {
      const limit = budget.limitOf(limits, share.scope);
      if (limit === null && !budget.isAlwaysCounted) return [];
      const windowStart = startOf(budget.period, call.at);
      const limitUsd = budget.unit === 'usd' ? limit : null;
      const limitRequests = budget.unit === 'requests' ? limit : null;
      return [{ ...share, budget: budget.name, windowStart, limitUsd, limitRequests }];
    });
  });
}

function toMemberLimits({ members }: Payers): Readonly<Record<string, number>> {
  return Object.fromEntries([...members].flatMap(([id, { monthlyUsd }]) => (monthlyUsd === null ? [] : [[id, monthlyUsd]])));
}

/**
 * What the organizations of the projects pay together, each with as many parts as it has projects among
 * them; where no project pays, the organization that the key is bound to, or that the person acts in, pays the whole.
 */
function shareByOrganization(call: BudgetedCall): Share[] {
  const { organizations, keys, members } = call.payers;
  const projects = listPayingProjectIds(call);
  if (projects.length > 0)
    return projects.flatMap((id, payerIndex) => {
      const scope = organizations.get(id);
      return scope === undefined ? [] : [{ scope, payerIndex, payerCount: projects.length }];
    });
  const key = call.apiKeyId === undefined ? undefined : keys.get(call.apiKeyId);
  const member = call.memberId === undefined ? undefined : members.get(call.memberId);
  return inEach(toList(key?.organizationId ?? member?.organizationId));
}

/** Each of them takes the whole price. */
function inEach(scopes: readonly string[]): Share[] {
  return scopes.map((scope) => ({ scope, payerIndex: 0, payerCount: 1 }));
}

function toList(scope: string | undefined): readonly string[] {
  return scope === undefined ? [] : [scope];
}

/** The limits with what organizations allow their projects: where both have one, the lower holds. */
export function withOwnLimits(limits: BudgetLimits, own: ReadonlyMap<string, number>): BudgetLimits {
  return { ...limits, project_monthly_usd: withLower(limits.project_monthly_usd, own) };
}

/** The limits with what keys for assistants may spend: where both have one, the lower holds. */
export function withKeyLimits(limits: BudgetLimits, own: ReadonlyMap<string, number>): BudgetLimits {
  return { ...limits, key_monthly_usd: withLower(limits.key_monthly_usd, own) };
}

function toKeyLimits({ keys }: Payers): ReadonlyMap<string, number> {
  return new Map([...keys].flatMap(([id, { monthlyUsd }]) => (monthlyUsd === null ? [] : [[id, monthlyUsd] as const])));
}

function withLower(set: BudgetLimits['key_monthly_usd'], own: ReadonlyMap<string, number>): BudgetLimits['key_monthly_usd'] {
  if (own.size === 0) return set;
  const byId = typeof set === 'object' && set !== null ? set : { [DEFAULT_NAME]: set };
  const lower = [...own].map(([id, usd]) => [id, Math.min(usd, limitByName(set, id) ?? usd)] as const);
  return { ...byId, ...Object.fromEntries(lower) };
}

/** The limit of a name; a name that the object lacks gets that of the others. */
export function limitByName(limit: BudgetLimits['workflow_hourly_usd'], name: string): number | null {
  if (limit === null || typeof limit === 'number') return limit;
  return limit[Object.hasOwn(limit, name) ? name : DEFAULT_NAME] ?? null;
}
