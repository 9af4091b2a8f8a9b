import type { Caller } from '#http/caller.ts';
import { AppError } from '#kernel/errors.ts';
import type { VoiceCurve } from './voice-curve.ts';

/** Any of these may follow any other; deleting a project archives it. */
export const PROJECT_STATUSES = ['active', 'paused', 'archived'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

export const POSITION_SCALES = ['organic', 'page'] as const;
/** What a position is counted among: the results of the channel (`organic` also names the positions of `local`), or everything on the page. */
export type PositionScale = (typeof POSITION_SCALES)[number];
export const DEFAULT_POSITION_SCALE = 'organic' satisfies PositionScale;

export const ASSET_ROLES = ['primary', 'competitor'] as const;
/** What a website, app or business is to its project. */
export type AssetRole = (typeof ASSET_ROLES)[number];

/** What a project's keywords take when they name no location or language of their own, and how its positions are added up. */
export interface ProjectSettings {
  readonly defaultLocationCode?: number | undefined;
  readonly defaultLanguageCode?: string | undefined;
  readonly positionScale?: PositionScale | undefined;
  /** Advertisements of its sites give positions too. */
  readonly hasPaidPositions?: boolean | undefined;
  /** Whether AI overviews that arrive after their page are waited for, and paid for. */
  readonly loadsAiOverviews?: boolean | undefined;
}

/** A project as every area knows it. */
export interface Project {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: ProjectStatus;
  readonly settings: ProjectSettings;
  /** What its sums, moves and shares are counted in. */
  readonly positionScale: PositionScale;
  /** The scale that takes over when the project's past is worked out (`rankings-rematch`); null: none waits. */
  readonly pendingScale: PositionScale | null;
  /** What its share of voice is weighed by; null: the fixed click curve. */
  readonly voiceCurve: VoiceCurve | null;
  /** When another weighing was last chosen; null: never. */
  readonly voiceChangedAt: Date | null;
  /** IANA name; days of its checks begin at midnight there. */
  readonly timeZone: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ProjectStats {
  readonly totalKeywords: number;
  readonly totalApps: number;
  readonly totalAssets: number;
}

/** Whether the caller may act for the organization: unbound callers for any, bound ones for their own. */
export function canActFor(caller: Caller, organizationId: string): boolean {
  return caller.organizationId === undefined || caller.organizationId === organizationId;
}

/**
 * Nothing new is put into an archived project.
 * @throws AppError `Project is archived` (409)
 */
export function assertNotArchived(project: Project): void {
  if (project.status !== 'archived') return;
  throw new AppError('conflict', 'Project is archived', {
    details: { project_id: project.id, status: project.status },
    hint: 'PUT /api/projects/{project_id} with "status": "active" takes it back.',
  });
}
