import { toDay } from '#kernel/clock.ts';
import { addWeeks, toFirstDay, toWeekKey } from '#kernel/weeks.ts';
import { PATIENCE_MS } from './patience.ts';
import type { TestApp } from './app.ts';
import { waitUntil } from './wait-until.ts';

/** A round of planned asking, and all that it asks. */
export async function runRound({ app, api }: TestApp): Promise<void> {
  const id = await app.context.workflows.start('answer-round', {});
  await app.context.workflows.waitFor(id, PATIENCE_MS);
  await waitUntil(async () => (await api.get('/api/admin/workflows/running?limit=1')).body.workflows.length === 0, 'what was asked to end');
}

/** Moves the world to the noon of the next Monday: a round of each day is hours away from both ends of a week. */
export async function reachMonday({ app, sandbox }: TestApp): Promise<void> {
  const { clock } = app.context;
  const monday = toFirstDay(addWeeks(toWeekKey(toDay(clock.now())), 1));
  await sandbox.post('/_sandbox/clock', { now: `${monday}T12:00:00Z` });
  await waitUntil(async () => toDay(clock.now()) === monday, 'the Monday');
}
