import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppContext } from '#context';
import { startTestApp } from '../support/app.ts';
import { deliver, fetchAnswer, makeToken, postSilently, readSecret } from '../support/deliveries.ts';
import { measureLag } from '../support/lag.ts';
import { trackForDispatch } from '../support/queue-fault-run.ts';
import { waitForStatuses } from '../support/queue-run.ts';
import { openIllStores, takeIllnesses } from '../support/store-illnesses.ts';
import { waitUntil } from '../support/wait-until.ts';

const KEYWORDS = 2;
/** By the documents, from the moment at which the store answers. */
const ASKED_MS_MAX = 30_000;

test('a delivery that could not be stored is asked for within 30 s after the store is well, by no schedule', async (t) => {
  const ill = await openIllStores(t);
  const world = await startTestApp(t, { stores: ill.stores, environment: ill.environment });
  const { context } = world.app;
  await trackForDispatch(world, KEYWORDS);
  let done = 0;
  for (const illness of takeIllnesses(({ isShortDelivery }) => isShortDelivery).filter(({ store }) => store === 'PostgreSQL')) {
    await t.test(illness.name, async (own) => {
      const { tasks } = await postSilently(world, KEYWORDS);
      const bodies = await Promise.all(tasks.map((task) => fetchAnswer(world, task)));
      const secret = await readSecret(world);
      const makeWell = await illness.begin(ill);
      const refused: string[] = [];
      try {
        const answers = await Promise.all(
          tasks.map((task, at) => deliver(world, { ...task, body: bodies[at] ?? '', token: makeToken(secret, task.tag) })),
        );
        for (const [at, status] of answers.entries()) {
          assert.ok(status === 200 || status === 503, `answered ${status}`);
          if (status === 503) refused.push(tasks[at]?.tag.split('.', 1)[0] ?? '');
        }
      } finally {
        await makeWell();
      }
      const wellAt = Date.now();
      const lag = measureLag(ill.real);
      try {
        for (const id of refused) {
          const asked = await waitForAsking(context, id);
          const tookMs = asked.getTime() - wellAt;
          assert.ok(tookMs <= ASKED_MS_MAX + lag.read() * 4, `asked for after ${tookMs} ms`);
          own.diagnostic(`asked for ${tookMs} ms after it was well`);
        }
      } finally {
        lag.stop();
      }
      if (illness.shows === 'down') assert.equal(refused.length, KEYWORDS, 'it stores nothing');
      done += KEYWORDS;
      await waitForStatuses(world, ({ completed }) => completed === done);
    });
  }
});

/** When the answer of a queued check was asked for first. */
async function waitForAsking({ workflows }: Pick<AppContext, 'workflows'>, id: string): Promise<Date> {
  let first: Date | undefined;
  await waitUntil(async () => {
    const sweeps = await workflows.list({ type: 'serp-sweep', limit: 50, offset: 0 }).catch(() => []);
    const asking = sweeps.filter(({ input }) => (input as { check_ids?: string[] }).check_ids?.includes(id));
    first = asking.map(({ createdAt }) => createdAt).toSorted((one, other) => one.getTime() - other.getTime())[0];
    return first !== undefined;
  }, `the answer of ${id} to be asked for`);
  return first ?? assert.fail('not asked for');
}
