import { hashId, newId } from '#kernel/ids.ts';

/** What the vendor remembers of a task. */
export interface TaskRecord {
  readonly id: string;
  readonly path: string;
  readonly postedAt: Date;
  readonly code: number;
  readonly costUsd: number;
  /** The request as it came, with the names of the function. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface TaskStore {
  /** `MMDDhhmm-uuuu-ffff-0000-` and twelve hex digits; unique over restarts too. */
  nextId(path: string, now: Date): string;
  add(record: TaskRecord): void;
  /** Tasks of a family posted in a span of the world's time, oldest first. */
  list(family: string, from: Date, to: Date): readonly TaskRecord[];
  clear(): void;
}

const KEPT_MAX = 100_000;
/** Dropped in blocks: moving the whole list for every task would cost more than the memory. */
const DROPPED_AT_ONCE = 10_000;
const USER = '1535';

export function makeTaskStore(): TaskStore {
  const salt = newId('task_');
  let records: TaskRecord[] = [];
  let count = 0;
  return {
    nextId(path, now) {
      count += 1;
      const stamp = now.toISOString().replaceAll(/\D/gu, '').slice(4, 12);
      const digits = hashId('', [salt, count]);
      return `${stamp}-${USER}-${functionCode(path)}-0000-${digits.slice(0, 12)}`;
    },
    add(record) {
      records.push(record);
      if (records.length > KEPT_MAX) records = records.slice(DROPPED_AT_ONCE);
    },
    list: (family, from, to) =>
      records.filter((record) => record.path.startsWith(`v3/${family}/`) && record.postedAt >= from && record.postedAt <= to),
    clear() {
      records = [];
    },
  };
}

function functionCode(path: string): string {
  return String(hashCode(path) % 10_000).padStart(4, '0');
}

function hashCode(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}
