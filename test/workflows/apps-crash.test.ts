import { test } from 'node:test';
import { runAppsCrashes } from '../support/apps-crash-run.ts';

// The long form, many kills over larger crawls of both stores, is `npm run soak apps-crash`.
test('a kill in the middle of a crawl loses nothing, and stores nothing twice', async (t) => {
  const { kills, pages, repeated } = await runAppsCrashes(t, {
    platforms: ['store_a'],
    limit: 4,
    killAfterCalls: [2, 15],
    deadlineMs: 240_000,
  });
  t.diagnostic(`${kills} kills, ${pages} pages, ${repeated} of them again`);
});
