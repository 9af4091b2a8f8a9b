import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeStep, durationMs, toPlace, toTimelineSpan, toTicks, toTimelineSteps, type StepEvent, type StepRecord } from './steps.ts';

const START = Date.parse('2026-11-23T00:00:00.000Z');
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
const formatMs = (ms: number): string => `${ms / 1000} s`;

function makeStep(fields: Partial<StepRecord>): StepRecord {
  return { name: 'fetch', status: 'completed', started_at: at(0), completed_at: at(1), attempts: 1, error: null, ...fields };
}

function makeFailure(from: number, to: number, waitMs: number | null): StepEvent {
  return { at: at(to), event: 'attempt_failed', name: 'fetch', started_at: at(from), error: 'away', wait_ms: waitMs };
}

const seconds = (ms: number): number => (ms - START) / 1000;
const draw = (steps: ReturnType<typeof toTimelineSteps>): string[] =>
  steps.map(({ stretches }) => stretches.map(({ kind, startMs, endMs }) => `${kind} ${seconds(startMs)}-${seconds(endMs)}`).join(', '));

test('failed tries and the waits after them come before the try that runs', () => {
  const running = makeStep({ status: 'running', started_at: at(16), completed_at: null, attempts: 3 });
  const steps = toTimelineSteps([running], [makeFailure(0, 1, 5000), makeFailure(6, 7, 9000)], START + 18_000);
  assert.deepEqual(draw(steps), ['failed 0-1, wait 1-6, failed 6-7, wait 7-16, running 16-18']);
  assert.equal(describeStep(steps[0]!, formatMs), 'fetch: running after 18 s, 2 failed tries, 14 s of waiting');
});

test('a step that waits for its next try has no try that runs', () => {
  const waiting = makeStep({ status: 'running', started_at: at(0), completed_at: null });
  assert.deepEqual(draw(toTimelineSteps([waiting], [makeFailure(0, 1, 5000)], START + 3000)), ['failed 0-1, wait 1-3']);
});

test('a step that failed for good ends with its last failed try', () => {
  const failed = makeStep({ status: 'failed', started_at: at(6), completed_at: at(7), error: 'away' });
  assert.deepEqual(draw(toTimelineSteps([failed], [makeFailure(0, 1, 5000), makeFailure(6, 7, null)], START + 9000)), [
    'failed 0-1, wait 1-6, failed 6-7',
  ]);
  assert.deepEqual(draw(toTimelineSteps([failed], [], START + 9000)), ['failed 6-7']);
});

test('failed tries belong to the step that had not ended, when steps have the same name', () => {
  const steps = [
    makeStep({}),
    makeStep({ started_at: at(4), completed_at: at(5) }),
    makeStep({ status: 'pending', started_at: null, completed_at: null }),
  ];
  assert.deepEqual(draw(toTimelineSteps(steps, [makeFailure(2, 3, 1000)], START + 9000)), [
    'completed 0-1',
    'failed 2-3, wait 3-4, completed 4-5',
    '',
  ]);
});

test('the span holds everything, and what is short is still seen and stays inside', () => {
  const steps = toTimelineSteps([makeStep({})], [], START);
  const span = toTimelineSpan(steps, { startMs: START, endMs: START + 100 });
  assert.deepEqual(span, { startMs: START, endMs: START + 1000 });
  assert.deepEqual(toPlace({ startMs: START + 250, endMs: START + 500 }, span), { left: 25, width: 25 });
  assert.deepEqual(toPlace({ startMs: START + 1000, endMs: START + 1000 }, span), { left: 99.6, width: 0.4 });
  assert.equal(durationMs(steps[0]!), 1000);
});

test('the axis has at most six round distances', () => {
  const ticks = (length: number): number[] => toTicks({ startMs: START, endMs: START + length });
  assert.deepEqual(ticks(4319), [0, 1000, 2000, 3000, 4000]);
  assert.deepEqual(ticks(60_000), [0, 15_000, 30_000, 45_000, 60_000]);
  assert.deepEqual(ticks(1), [0, 1]);
});
