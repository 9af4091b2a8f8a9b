import { PATIENCE_MS } from './patience.ts';
import type { TestApp } from './app.ts';
import { advanceDay } from './rankings-api.ts';
import { waitUntil } from './wait-until.ts';

/** A round of planned asking, and all that it asks. */
export async function runRound({ app, api }: TestApp): Promise<void> {
  const id = await app.context.workflows.start('answer-round', {});
  await app.context.workflows.waitFor(id, PATIENCE_MS);
  await waitUntil(async () => (await api.get('/api/admin/workflows/running?limit=1')).body.workflows.length === 0, 'what was asked to end');
}

/** Until the world is at a Monday. */
export async function reachMonday(app: TestApp): Promise<void> {
  while (app.app.context.clock.now().getUTCDay() !== 1) await advanceDay(app);
}
