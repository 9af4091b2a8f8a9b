import { listTaskCosts, type TaskCost } from '#areas/costs/index.ts';
import { toQuestionOfTask, type QuestionOfTask } from '#areas/apps/index.ts';
import { toCheckOfTask, type CheckOfTask } from '#areas/rankings/index.ts';
import type { RequestContext } from '#context';
import { messageOf, notFound } from '#kernel/errors.ts';
import type { ProviderTaskState } from '#providers/search-data/index.ts';
import { findTaskByTag } from '#purchases/index.ts';

/** What both sides know of a task of the provider. */
/** Also what the task was posted for: a check, a question about an app store, or nothing that is known. */
export interface ProviderTaskReport {
  readonly taskId: string;
  readonly check: CheckOfTask | undefined;
  readonly appTask: QuestionOfTask | undefined;
  /** `unknown`: the provider could not be asked, or does not know it any more. */
  readonly status: ProviderTaskState['status'];
  readonly provider: ProviderTaskState | undefined;
  /** Why the provider's side is missing. */
  readonly providerProblem: string | undefined;
  /** Rows of the ledger. */
  readonly costs: readonly TaskCost[];
}

type TaskContext = Pick<RequestContext, 'postgres' | 'clock' | 'searchData' | 'signal' | 'purchases'>;

/** Clocks need not agree, and where the time of a task is only in its id, it is a whole minute. */
const MARGIN_MS = 2 * 60_000;

/**
 * What our ledger and the provider's record say of a task.
 * @throws AppError `Task not found` when neither knows it
 */
export async function findProviderTask(ctx: TaskContext, taskId: string): Promise<ProviderTaskReport> {
  const costs = await listTaskCosts(ctx.postgres, taskId);
  const [cost] = costs;
  const { provider, providerProblem } = await askProvider(ctx, taskId, cost);
  if (cost === undefined && provider === undefined && providerProblem === undefined) throw notFound('Task');
  const task = await findTaskByTag(ctx.postgres, ctx.purchases.questions, cost?.tag ?? null);
  const purpose = { check: task && toCheckOfTask(task), appTask: task && toQuestionOfTask(task) };
  return { taskId, status: provider?.status ?? 'unknown', provider, providerProblem, costs, ...purpose };
}

type Asked = Pick<ProviderTaskReport, 'provider' | 'providerProblem'>;
const NOTHING: Asked = { provider: undefined, providerProblem: undefined };

async function askProvider(ctx: TaskContext, taskId: string, cost: TaskCost | undefined): Promise<Asked> {
  const postedAt = cost?.createdAt ?? readTime(taskId, ctx.clock.now());
  if (postedAt === undefined) return NOTHING;
  const span = { since: new Date(postedAt.getTime() - MARGIN_MS), until: new Date(postedAt.getTime() + MARGIN_MS) };
  try {
    for (const endpoint of cost === undefined ? ctx.searchData.families : [cost.endpoint]) {
      const provider = await ctx.searchData.findProviderTask(endpoint, taskId, span, ctx.signal);
      if (provider !== undefined) return { ...NOTHING, provider };
    }
    return NOTHING;
  } catch (error) {
    return { ...NOTHING, providerProblem: messageOf(error) };
  }
}

const TASK_ID = /^(\d{2})(\d{2})(\d{2})(\d{2})-\d{4}-\d{4}-0000-[0-9a-f]{12}$/u;

/** The provider's ids begin with month, day, hour and minute: the newest such moment that is not to come. */
function readTime(taskId: string, now: Date): Date | undefined {
  const [, month, day, hour, minute] = (TASK_ID.exec(taskId) ?? []).map(Number);
  if (month === undefined || day === undefined || hour === undefined || minute === undefined) return undefined;
  const inYear = (year: number): Date => new Date(Date.UTC(year, month - 1, day, hour, minute));
  const thisYear = inYear(now.getUTCFullYear());
  return thisYear.getTime() > now.getTime() + MARGIN_MS ? inYear(now.getUTCFullYear() - 1) : thisYear;
}
