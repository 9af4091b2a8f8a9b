import { hashId, newId } from '#kernel/ids.ts';
import type { AskedQuestion } from '../assistants/book.ts';
import type { QueueFunction, TaskRequest } from './answer.ts';

/** What the vendor remembers of a task. */
export interface TaskRecord {
  readonly id: string;
  readonly path: string;
  /** By the vendor's clock. */
  readonly postedAt: Date;
  /** 20000 or what the engine gave instead; of a queued task before it is known to anybody. */
  readonly code: number;
  readonly costUsd: number;
  /** The request as it came, with the names of the function. */
  readonly data: TaskRequest;
  readonly queued?: QueuedPart;
  /** Only of tasks that ask an assistant. */
  readonly asked?: AskedQuestion;
}

/** What only tasks of the queue have. */
export interface QueuedPart {
  readonly request: TaskRequest;
  readonly work: QueueFunction;
  /** Real time, epoch milliseconds. */
  readonly postedMs: number;
  readonly dueMs: number;
  /** The world's time: the result is that of its day. */
  readonly orderedAt: Date;
  /** By the vendor's clock: when the result was there. */
  doneAt: Date | undefined;
}

export type QueuedTask = TaskRecord & { readonly queued: QueuedPart };

export interface TaskStore {
  /** `MMDDhhmm-uuuu-ffff-0000-` and twelve hex digits; unique over restarts too. */
  nextId(path: string, now: Date): string;
  add(record: TaskRecord): void;
  find(id: string): TaskRecord | undefined;
  /** Tasks of a family posted in a span of the vendor's time, oldest first. */
  list(family: string, from: Date, to: Date): readonly TaskRecord[];
  clear(): void;
}

const KEPT_MAX = 150_000;
const USER = '1535';

export function makeTaskStore(): TaskStore {
  const salt = newId('task_');
  const records = new Map<string, TaskRecord>();
  let count = 0;
  return {
    nextId(path, now) {
      count += 1;
      const stamp = now.toISOString().replaceAll(/\D/gu, '').slice(4, 12);
      const digits = hashId('', [salt, count]);
      return `${stamp}-${USER}-${functionCode(path)}-0000-${digits.slice(0, 12)}`;
    },
    add(record) {
      records.set(record.id, record);
      const [oldest] = records.keys();
      if (records.size > KEPT_MAX && oldest !== undefined) records.delete(oldest);
    },
    find: (id) => records.get(id),
    list: (family, from, to) =>
      [...records.values()].filter(({ path, postedAt }) => path.startsWith(`v3/${family}/`) && postedAt >= from && postedAt <= to),
    clear: () => records.clear(),
  };
}

export function isQueued(record: TaskRecord | undefined): record is QueuedTask {
  return record?.queued !== undefined;
}

/** The code that the vendor would name now: in the queue, at work, or how it ended. */
export function statusOfTask(record: TaskRecord, realNow: number): number {
  const { queued } = record;
  if (queued === undefined || queued.doneAt !== undefined) return record.code;
  return realNow < (queued.postedMs + queued.dueMs) / 2 ? 40_602 : 40_601;
}

function functionCode(path: string): string {
  return String(hashCode(path) % 10_000).padStart(4, '0');
}

function hashCode(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}
