import type { Sql } from '#stores/postgres/types.ts';
import { findQueued } from './store/checks.ts';
import { isCheck, parseTag, toRunId, type QueuedCheckStatus } from './queued-check.ts';

/** The check that a task of the provider's queue was posted for. */
export interface CheckOfTask {
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

/** The check that a tag names; `undefined`: not a tag of the queue, or the check is deleted. */
export async function findCheckByTag(sql: Sql, tag: string | null): Promise<CheckOfTask | undefined> {
  const key = parseTag(tag);
  const queued = key && (await findQueued(sql, key.id));
  if (key === undefined || queued === undefined || !isCheck(queued)) return undefined;
  const { keyword, engine, locationCode, languageCode, device } = queued.check;
  const { status, dispatchId } = queued;
  return { id: key.id, status, keyword, engine, locationCode, languageCode, device, runId: toRunId(key), dispatchId };
}
