import type { AppDataKind, AppStore } from '#providers/search-data/index.ts';
import type { Queued, TaskStatus } from '#purchases/index.ts';
import { appData } from './app-data.ts';

/** What a task asked of an app store; without what the question has no part for. */
interface AskedParts {
  readonly kind: AppDataKind;
  /** ISO country in lower case. */
  readonly storefront: string;
  readonly languageCode?: string | null | undefined;
  readonly appId?: string | null | undefined;
  readonly chart?: string | null | undefined;
  /** Category of a chart; null: the whole store. */
  readonly categoryId?: string | null | undefined;
  readonly keyword?: string | null | undefined;
}

/** The question about an app store that a task was posted for. */
export interface QuestionOfTask extends Required<AskedParts> {
  readonly id: string;
  readonly status: TaskStatus;
  readonly platform: AppStore;
  readonly workflowType: string | undefined;
  /** The workflow that asked. */
  readonly workflowId: string;
  /** The run that it asked for; its own id when for itself. */
  readonly runId: string;
}

/** `undefined`: it was posted for something else than an app store. */
export function toQuestionOfTask(task: Queued): QuestionOfTask | undefined {
  if (task.question.name !== appData.name) return undefined;
  const { id, status, dispatchId } = task;
  const { request, scope } = appData.parse(task.asked);
  const parts: AskedParts = request;
  const { kind, storefront, languageCode = null, appId = null, chart = null, categoryId = null, keyword = null } = parts;
  const asked = { platform: request.store, kind, storefront, languageCode, appId, chart, categoryId, keyword };
  return { id, status, ...asked, workflowType: scope.workflowType, workflowId: dispatchId, runId: scope.runId ?? dispatchId };
}
