import { countFullBudgets } from '#areas/costs/index.ts';
import { domainList } from '#areas/domains/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { isBound, type Caller } from '#http/caller.ts';
import { hasRight } from '#http/rights.ts';
import { countOutcomes } from './store/checks.ts';

/** What waits for a person, counted where it is found. Null: not for this caller, or not asked for. */
export interface Attention {
  /** Tracked keywords of the project whose newest check failed. */
  readonly failedChecks: number | null;
  /** Domains whose onboarding failed. */
  readonly failedDomains: number | null;
  /** Messages that failed after all their tries and were not sent again. */
  readonly deadLetters: number | null;
  /** Budgets that are used up, so that calls are refused. */
  readonly fullBudgets: number;
}

type AttentionContext = ProjectReader & Pick<AppContext, 'postgres' | 'clock' | 'deadLetters'>;

/** @throws AppError `Project not found` */
export async function getAttention(ctx: AttentionContext, projectId: string | undefined): Promise<Attention> {
  const isOperator = seesService(ctx.caller);
  const [failedChecks, failedDomains, deadLetters, fullBudgets] = await Promise.all([
    projectId === undefined ? null : countFailedChecks(ctx, projectId),
    isOperator ? domainList.count(ctx.postgres, { onboardStatus: 'failed' }) : null,
    isOperator ? ctx.deadLetters.countWaiting() : null,
    countFullBudgets(ctx),
  ]);
  return { failedChecks, failedDomains, deadLetters, fullBudgets };
}

/** What belongs to the whole service is for operators. */
function seesService(caller: Caller): boolean {
  return hasRight(caller, 'operate') && !isBound(caller);
}

async function countFailedChecks(ctx: AttentionContext, projectId: string): Promise<number> {
  const { id } = await getProject(ctx, projectId);
  return (await countOutcomes(ctx.postgres, id, {})).failed;
}
