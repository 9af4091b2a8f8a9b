import type { AppDataKind, AppStore } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { findQueued } from '#purchases/tasks/store.ts';
import { isCheck, parseTag, toRunId, type QueuedAppTask, type QueuedCheck, type QueuedCheckStatus } from '#purchases/tasks/queued.ts';

/** The check that a task of the provider's queue was posted for. */
interface CheckOfTask {
  readonly id: string;
  readonly status: QueuedCheckStatus;
  readonly keyword: string;
  readonly engine: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly device: string;
  readonly runId: string;
  readonly dispatchId: string;
}

/** What a task asked of an app store; without what the question has no part for. */
interface AppQuestion {
  readonly kind: AppDataKind;
  /** ISO country in lower case. */
  readonly storefront: string;
  readonly languageCode?: string | null | undefined;
  readonly appId?: string | null | undefined;
  readonly chart?: string | null | undefined;
  /** Of a chart; null: the whole store. */
  readonly categoryId?: string | null | undefined;
  readonly keyword?: string | null | undefined;
}

/** The question about an app store that a task was posted for. */
interface QuestionOfTask extends Required<AppQuestion> {
  readonly id: string;
  readonly status: QueuedCheckStatus;
  readonly platform: AppStore;
  readonly workflowType: string | undefined;
  /** The workflow that asked. */
  readonly workflowId: string;
  /** The run that it asked for; its own id when for itself. */
  readonly runId: string;
}

/** What a task was posted for: one of the two, or nothing that is known. */
export interface TaskPurpose {
  readonly check?: CheckOfTask;
  readonly appTask?: QuestionOfTask;
}

/** What the task was posted for that a tag names. Nothing: not a tag of the queue, or what it was for is deleted. */
export async function findPurpose(sql: Sql, tag: string | null): Promise<TaskPurpose> {
  const key = parseTag(tag);
  const queued = key && (await findQueued(sql, key.id));
  if (key === undefined || queued === undefined) return {};
  return isCheck(queued) ? { check: toCheck(queued, toRunId(key)) } : { appTask: toQuestion(queued) };
}

function toCheck({ id, status, dispatchId, check }: QueuedCheck, runId: string): CheckOfTask {
  const { keyword, engine, locationCode, languageCode, device } = check;
  return { id, status, keyword, engine, locationCode, languageCode, device, runId, dispatchId };
}

function toQuestion({ id, status, dispatchId, appTask: { request, scope } }: QueuedAppTask): QuestionOfTask {
  const question: AppQuestion = request;
  const { kind, storefront, languageCode = null, appId = null, chart = null, categoryId = null, keyword = null } = question;
  const asked = { platform: request.store, kind, storefront, languageCode, appId, chart, categoryId, keyword };
  return { id, status, ...asked, workflowType: scope.workflowType, workflowId: dispatchId, runId: scope.runId ?? dispatchId };
}
