/** Where the tries of steps, and the waits between them, lie on the line of time. Times are epoch milliseconds. */
import { toRoundStep } from '#data/time/duration.ts';

export type StepStatus = 'completed' | 'running' | 'pending' | 'failed';

/** A part of a step: a try, or the wait for the next one. */
export interface Stretch {
  readonly kind: 'completed' | 'failed' | 'running' | 'wait';
  readonly startMs: number;
  readonly endMs: number;
  /** Why the try failed. */
  readonly error: string | null;
}

export interface TimelineStep {
  readonly name: string;
  readonly status: StepStatus;
  readonly tries: number;
  /** Oldest first. */
  readonly stretches: readonly Stretch[];
}

/** A step as the service describes it. */
export interface StepRecord {
  readonly name: string;
  readonly status: StepStatus;
  readonly started_at: string | null;
  readonly completed_at: string | null;
  readonly attempts: number;
  readonly error: string | null;
}

/** An event of the history, as far as steps are concerned. */
export interface StepEvent {
  readonly at: string;
  readonly event: string;
  readonly name: string | null;
  readonly started_at: string | null;
  readonly error: string | null;
  /** Until the next try; null when there is none. */
  readonly wait_ms: number | null;
}

/**
 * The steps with their tries. Failed tries come from the history; the last one is what the step itself says.
 * @param now where running tries and waits end on the picture
 */
export function toTimelineSteps(steps: readonly StepRecord[], history: readonly StepEvent[], now: number): TimelineStep[] {
  let failures = history.filter(({ event }) => event === 'attempt_failed');
  return steps.map((step) => {
    // Steps can repeat by name: a failed try belongs to the first one that had not ended before it.
    const own = failures.filter(
      ({ name, at }) => name === step.name && (step.completed_at === null || Date.parse(at) <= Date.parse(step.completed_at)),
    );
    failures = failures.filter((failure) => !own.includes(failure));
    const stretches = [...own.flatMap((failure, index) => toFailed(failure, own[index + 1], step, now)), ...toLast(step, own.at(-1), now)];
    return { name: step.name, status: step.status, tries: step.attempts, stretches };
  });
}

/** A failed try and the wait after it, up to what came next. */
function toFailed(failure: StepEvent, next: StepEvent | undefined, step: StepRecord, now: number): Stretch[] {
  const endMs = Date.parse(failure.at);
  const startMs = Date.parse(failure.started_at ?? failure.at);
  const tried: Stretch = { kind: 'failed', startMs, endMs, error: failure.error };
  if (failure.wait_ms === null) return [tried];
  const following = Date.parse(next?.started_at ?? next?.at ?? step.started_at ?? failure.at);
  return [tried, { kind: 'wait', startMs: endMs, endMs: following > endMs ? following : now, error: null }];
}

/** The try that ended the step, or that runs. None while the step waits for it. */
function toLast(
  { status, started_at: start, completed_at: end, error }: StepRecord,
  failure: StepEvent | undefined,
  now: number,
): Stretch[] {
  if (start === null || status === 'pending') return [];
  const startMs = Date.parse(start);
  const isWaitedFor = failure !== undefined && startMs <= Date.parse(failure.at);
  if (isWaitedFor || (status === 'failed' && failure?.wait_ms === null)) return [];
  return [{ kind: status, startMs, endMs: end === null ? now : Date.parse(end), error: status === 'failed' ? error : null }];
}

export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** From the beginning of the workflow to its end, or to the last thing known of it. */
export function toTimelineSpan(steps: readonly TimelineStep[], { startMs, endMs }: Span): Span {
  const ends = steps.flatMap(({ stretches }) => stretches.map((stretch) => stretch.endMs));
  return { startMs, endMs: Math.max(endMs, startMs + 1, ...ends) };
}

/** Where a stretch lies in the span, in percent, never narrower than what can be seen. */
export function toPlace({ startMs, endMs }: Span, span: Span): { readonly left: number; readonly width: number } {
  const length = span.endMs - span.startMs;
  const width = Math.max(0.4, (100 * (endMs - startMs)) / length);
  const left = Math.min(100 - width, Math.max(0, (100 * (startMs - span.startMs)) / length));
  return { left, width };
}

/** How long a step was tried and waited for, in milliseconds; null before its first try. */
export function durationMs({ stretches }: TimelineStep): number | null {
  const first = stretches[0];
  const last = stretches.at(-1);
  return first && last ? last.endMs - first.startMs : null;
}

const TICKS_MAX = 5;

/** Round distances from the beginning of a span, in milliseconds, for its axis. */
export function toTicks({ startMs, endMs }: Span): number[] {
  const length = endMs - startMs;
  const step = toRoundStep(length, TICKS_MAX);
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
}

/** The step in a sentence, for those who do not see the picture. */
export function describeStep(step: TimelineStep, formatMs: (ms: number) => string): string {
  const ms = durationMs(step);
  if (ms === null) return `${step.name}: not begun`;
  const failed = step.stretches.filter(({ kind }) => kind === 'failed').length;
  const waited = step.stretches.filter(({ kind }) => kind === 'wait').reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const parts = [
    `${step.name}: ${step.status} after ${formatMs(ms)}`,
    ...(failed > 0 ? [`${failed} failed ${failed === 1 ? 'try' : 'tries'}`] : []),
    ...(waited > 0 ? [`${formatMs(waited)} of waiting`] : []),
  ];
  return parts.join(', ');
}
