import type { JobConfig } from '#area/job-type.ts';

/** A configured schedule. Instants are in the observed world. */
export interface Job {
  readonly id: string;
  readonly name: string;
  /** One that an area brings, or a custom one. */
  readonly type: string;
  /** In UTC; null: only by hand. */
  readonly cronSchedule: string | null;
  readonly isEnabled: boolean;
  readonly config: JobConfig;
  /** Came with the service. */
  readonly isDefault: boolean;
  /** Null while nothing is scheduled, or until a worker has worked it out. */
  readonly nextRunAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** How the newest run of a job went. */
export interface LastRun {
  readonly at: Date;
  readonly status: JobRunStatus;
}

/** A run starts as queued, then runs, and ends as completed, failed or skipped. */
export const JOB_RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'skipped'] as const;
export type JobRunStatus = (typeof JOB_RUN_STATUSES)[number];

export interface JobRun {
  readonly id: string;
  /** Null: a crawl that no job asked for. */
  readonly jobId: string | null;
  readonly type: string;
  readonly config: JobConfig;
  readonly trigger: RunTrigger;
  readonly status: JobRunStatus;
  /** Why it failed or was skipped. */
  readonly reason: string | null;
  readonly metadata: RunMetadata;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

export type RunTrigger = 'schedule' | 'api';

/** Under the names of the wire. */
export interface RunMetadata {
  readonly categories_queued: number;
  readonly categories_processed: number;
  readonly apps_discovered: number;
  readonly errors: number;
}

/** The states of a queue item. */
export const QUEUE_ITEM_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

/** A category that a run is to crawl. */
export interface QueueItem {
  readonly id: string;
  readonly runId: string;
  readonly categoryId: string;
  readonly status: (typeof QUEUE_ITEM_STATUSES)[number];
  readonly error: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

export interface ListPage {
  readonly limit: number;
  readonly offset: number;
}
