import { statusOf } from './codes.ts';

/** One task as it is sent. */
export interface WireTask {
  readonly id: string;
  readonly status_code: number;
  readonly status_message: string;
  readonly time: string;
  readonly cost: number;
  readonly result_count: number;
  readonly path: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly result: readonly unknown[] | null;
}

export interface Envelope {
  readonly version: string;
  readonly status_code: number;
  readonly status_message: string;
  readonly time: string;
  readonly cost: number;
  readonly tasks_count: number;
  readonly tasks_error: number;
  readonly tasks: readonly WireTask[] | null;
}

const VERSION = '0.1.20261105';
const OK_CODES_END = 30_000;

export function wrap(tasks: readonly WireTask[]): Envelope {
  return {
    version: VERSION,
    status_code: 20_000,
    status_message: 'Ok.',
    time: '0.0312 sec.',
    cost: roundUsd(tasks.reduce((sum, task) => sum + task.cost, 0)),
    tasks_count: tasks.length,
    tasks_error: tasks.filter((task) => task.status_code >= OK_CODES_END).length,
    tasks,
  };
}

/** An answer about the request as a whole. */
export function wrapFailure(code: number, message?: string): Envelope {
  const status = statusOf(code);
  return {
    version: VERSION,
    status_code: code,
    status_message: message ?? status.message,
    time: '0 sec.',
    cost: 0,
    tasks_count: 0,
    tasks_error: 0,
    tasks: null,
  };
}

/** Prices have at most six decimals; sums of them must too. */
export function roundUsd(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}

/** `yyyy-mm-dd hh:mm:ss +00:00` */
export function toVendorTime(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
}
