import type { Platform } from '#areas/assets/index.ts';

/** What can be found, in the order in which equally good hits stand. */
export const HIT_TYPES = ['project', 'tag', 'domain', 'app', 'asset', 'keyword', 'run', 'research_run', 'job_run', 'workflow'] as const;
export type HitType = (typeof HIT_TYPES)[number];

/** A thing that was found, with the ids by which its screen is reached. */
export interface FoundThing {
  readonly id: string;
  /** By what people know it. */
  readonly label: string;
  /** What distinguishes it from others with the same label. */
  readonly detail: string | null;
  /** Null: of no single project. */
  readonly projectId: string | null;
  readonly projectName: string | null;
  /** Platform of an app. */
  readonly platform: Platform | null;
  /** Type of a workflow. */
  readonly workflowType: string | null;
}

/** The fields that most things do not have. */
export const PLAIN = { detail: null, projectId: null, projectName: null, platform: null, workflowType: null } as const;
