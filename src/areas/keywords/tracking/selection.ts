import type { Engine } from '#providers/search-data/index.ts';
import type { Channel, TrackingStatus } from '../keyword.ts';
import type { CheckInterval } from './due-time.ts';

/** Numbers from one to another, both included; an open end is not asked about. */
export interface NumberRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Which tracked keywords of a project are meant: of a list, one of its values. What is left out can be anything. */
export interface TrackedSelection {
  readonly projectId: string;
  readonly channels?: readonly Channel[] | undefined;
  /** All that are tracked unless given. */
  readonly statuses?: readonly TrackingStatus[] | undefined;
  readonly keywordIds?: readonly string[] | undefined;
  /** A part of the text, normalized. */
  readonly search?: string | undefined;
  /** Each a part of the text, normalized. */
  readonly words?: readonly string[] | undefined;
  readonly tagIds?: readonly string[] | undefined;
  /** Whether they have no tag at all. */
  readonly isUntagged?: boolean | undefined;
  readonly isStarred?: boolean | undefined;
  readonly engines?: readonly Engine[] | undefined;
  readonly device?: string | undefined;
  readonly locationCode?: number | undefined;
  readonly languageCode?: string | undefined;
  readonly checkIntervals?: readonly CheckInterval[] | undefined;
  readonly journeys?: readonly string[] | undefined;
  readonly isBranded?: boolean | undefined;
  readonly hasBrandMention?: boolean | undefined;
  readonly modifiers?: readonly string[] | undefined;
  readonly intents?: readonly string[] | undefined;
  /** Ranges of metrics; a keyword whose metric is unknown fits none. */
  readonly volume?: NumberRange | undefined;
  readonly difficulty?: NumberRange | undefined;
  readonly cpc?: NumberRange | undefined;
}
