import type { SourceKey } from '../binding/binding.ts';

export const SYNC_STATUSES = ['waiting', 'running', 'paused', 'idle', 'failing'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** How the reading of a property goes. */
export interface Sync extends SourceKey {
  readonly status: SyncStatus;
  /** Why it failed, and the one thing to do; of a pause why it waits. */
  readonly fault: string | null;
  readonly cause: string | null;
  readonly nextStep: string | null;
  readonly pausedUntil: Date | null;
  /** Days that this run is to read, and has read. */
  readonly daysDue: number;
  readonly daysDone: number;
  readonly workflowId: string | null;
  readonly beganAt: Date | null;
  readonly endedAt: Date | null;
}

export const DAY_STATES = ['final', 'partial', 'failed'] as const;

/** A day that was read, or that was to be. */
export interface ReadDay {
  readonly day: string;
  /** `partial`: Google counts on. `failed`: it was never read. */
  readonly state: (typeof DAY_STATES)[number];
  /** Google gave all the rows that it gives of a day: there are more. */
  readonly isCut: boolean;
  readonly totalsClicks: number | null;
  readonly totalsImpressions: number | null;
  readonly fetchedAt: Date | null;
  readonly error: string | null;
}
