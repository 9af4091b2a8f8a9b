import type { Engine } from '#providers/search-data/index.ts';
import type { Channel, TrackingStatus } from '../keyword.ts';
import type { CheckInterval } from './due-time.ts';

/** Which tracked keywords of a project are meant. What is left out can be anything. */
export interface TrackedSelection {
  readonly projectId: string;
  readonly channels?: readonly Channel[] | undefined;
  /** All that are tracked unless given. */
  readonly statuses?: readonly TrackingStatus[] | undefined;
  readonly keywordIds?: readonly string[] | undefined;
  /** A part of the text, normalized. */
  readonly search?: string | undefined;
  /** They have at least one of these. */
  readonly tagIds?: readonly string[] | undefined;
  /** Whether they have no tag at all. */
  readonly isUntagged?: boolean | undefined;
  readonly isStarred?: boolean | undefined;
  readonly engine?: Engine | undefined;
  readonly device?: string | undefined;
  readonly locationCode?: number | undefined;
  readonly languageCode?: string | undefined;
  readonly checkInterval?: CheckInterval | undefined;
  readonly journey?: string | undefined;
  readonly isBranded?: boolean | undefined;
  /** They have at least one of these. */
  readonly modifiers?: readonly string[] | undefined;
}
