import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import type { SendLimits } from '../kinds/channel-kind.ts';

/** Longer than any try takes: a message whose process has died holds its channel no longer. */
const UNDER_WAY_MS = 15_000;
/** Clocks and networks are not exact: a message may take less time on its way than the one before. */
const MARGIN = 1.1;

/** How a channel is taken for a message. */
export interface Turn {
  readonly heldMs: number;
  readonly burstMs: number;
}

/** Undefined: there is no limit. */
export function toTurn(limits: SendLimits): Turn | undefined {
  const spacingMs = toSpacingMs(limits);
  if (spacingMs === 0) return undefined;
  // Without a burst the next one waits for the end of this one, and then its space: no delay of ours brings two too close together.
  return limits.burst <= 1 ? { heldMs: UNDER_WAY_MS, burstMs: 0 } : { heldMs: spacingMs, burstMs: (limits.burst - 1) * spacingMs };
}

/** Between two messages, so that with the burst no second and no minute has more than it may. */
export function toSpacingMs({ perSecond, perMinute, burst }: SendLimits): number {
  const ofSecond = perSecond === undefined ? 0 : SECOND_MS / Math.max(1, perSecond - burst + 1);
  const ofMinute = perMinute === undefined ? 0 : MINUTE_MS / Math.max(1, perMinute - burst + 1);
  return Math.max(ofSecond, ofMinute) * MARGIN;
}

/** How long a message waits when others are before it in the line. */
export function toLineWaitMs(limits: SendLimits, { waitMs, before }: { readonly waitMs: number; readonly before: number }): number {
  const spacingMs = toSpacingMs(limits);
  // One that is under way ends soon, though it may hold the channel for longer.
  const first = waitMs > UNDER_WAY_MS ? waitMs : Math.min(waitMs, Math.max(spacingMs, SECOND_MS));
  return first + before * spacingMs;
}
