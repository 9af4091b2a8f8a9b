import { answerKinds } from './answers/index.ts';
import { appChart } from './apps/app-chart.ts';
import { appListing } from './apps/app-listing.ts';
import { appPosition } from './apps/app-position.ts';
import { appRating } from './apps/app-rating.ts';
import { appReview } from './apps/app-review.ts';
import type { EventKind } from './event-kind.ts';
import { movementKinds } from './movements/index.ts';
import { checksFailed } from './project/checks-failed.ts';
import { linksLost } from './project/links-lost.ts';
import { linksNew } from './project/links-new.ts';
import { metric } from './project/metric.ts';
import { stale } from './project/stale.ts';
import { serviceKinds } from './service/index.ts';

/** What rules can name. A further event is a further value here. */
export const EVENT_KINDS: readonly EventKind[] = [
  ...movementKinds,
  metric,
  linksLost,
  linksNew,
  ...answerKinds,
  appPosition,
  appChart,
  appRating,
  appReview,
  appListing,
  checksFailed,
  stale,
  ...serviceKinds,
];

export type EventName = string;

/** The kind of an event; undefined: rules cannot name it. */
export function findEventKind(event: string): EventKind | undefined {
  return EVENT_KINDS.find((kind) => kind.event === event);
}
