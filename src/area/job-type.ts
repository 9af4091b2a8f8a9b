import type { z } from 'zod';
import type { AppContext, WorkflowContext } from '#context';
import type { FieldProblem } from '#kernel/errors.ts';
import type { Transaction } from '#stores/postgres/types.ts';

/** Under the names of the wire; what a type does not know is kept. Null means not set. */
export interface JobConfig {
  readonly platform?: 'store_a' | 'store_b' | null | undefined;
  readonly project_id?: string | null | undefined;
  readonly [field: string]: unknown;
}

/** How the work of a run ended. */
export interface JobOutcome {
  readonly status: 'completed' | 'failed' | 'skipped';
  /** Why it failed or was skipped, or completed before it had done everything. */
  readonly reason?: string;
  /** Apps that a crawl found and that were not known before. */
  readonly appsDiscovered?: number;
}

/** What a run works through one by one. */
export interface JobCategory {
  readonly id: string;
  readonly name: string;
}

/** What a run will do, before it is started. */
export interface JobPlan {
  readonly categories: readonly JobCategory[];
  /** A guess; of a crawl without an end the least. */
  readonly estimatedApps: number;
  readonly estimatedSeconds: number;
  readonly estimate: { readonly calls: number; readonly costUsd: number };
}

export const EMPTY_PLAN: JobPlan = { categories: [], estimatedApps: 0, estimatedSeconds: 0, estimate: { calls: 0, costUsd: 0 } };

/** What plans are made from. */
export type PlanContext = Pick<AppContext, 'postgres' | 'clock' | 'config' | 'searchData'>;

/** The end of a run. */
export interface RunEnd {
  readonly runId: string;
  readonly outcome: JobOutcome;
  readonly now: Date;
}

/** A type of jobs: its configuration and its work (docs/workflows.md, "Jobs"). */
export interface JobType {
  readonly name: string;
  readonly summary: string;
  /** Fields of its configuration. One of the same name means the same in every type. */
  readonly configFields?: z.ZodRawShape;
  /** What is wrong with the configuration, beside its single fields. */
  readonly findProblems: (config: JobConfig) => FieldProblem[];
  /** They become the queue items of a run. */
  readonly listCategories?: (config: JobConfig) => readonly JobCategory[];
  /** What a run now would read and cost at most. */
  readonly plan: (ctx: PlanContext, config: JobConfig) => Promise<JobPlan>;
  /** The work of one run, inside the workflow `job-run`. A thrown error fails the run and becomes a dead letter. */
  readonly run: (ctx: WorkflowContext, config: JobConfig) => Promise<JobOutcome>;
  /** Ends what a run of this type left open, in the transaction that ends the run; runs of other types come by too. Repeated without harm. */
  readonly onEnd?: (tx: Transaction, end: RunEnd) => Promise<void>;
  /** When the job still runs at its next instant, it runs again as soon as it has ended. Otherwise that instant is skipped. */
  readonly isMadeUpFor?: true;
  /** Reads an app store: its runs are the history of crawls. */
  readonly isCrawl?: true;
}

/** The types that the areas bring. A custom type without work can be configured, and its runs fail. */
export interface JobTypes {
  readonly list: readonly JobType[];
  /** For a custom name a type whose runs fail with the names that there are. */
  get(name: string): JobType;
}

export function makeJobTypes(list: readonly JobType[]): JobTypes {
  const known = list.map((type) => type.name).join(', ');
  return {
    list,
    get: (name) =>
      list.find((type) => type.name === name) ?? {
        name,
        summary: 'a type of your own',
        findProblems: () => [],
        plan: async () => EMPTY_PLAN,
        run: async () => ({ status: 'failed', reason: `This version has no work for jobs of type ${name}; it has some for ${known}.` }),
      },
  };
}
