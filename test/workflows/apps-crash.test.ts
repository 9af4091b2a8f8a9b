import { test } from 'node:test';
import { runAppsCrashes } from '../support/apps-crash-run.ts';

// The long form, many kills over larger crawls, is `npm run soak apps-crash`.
test('a kill in the middle of crawls of both stores loses nothing, and stores and pays nothing twice', async (t) => {
  const { kills, pages, repeated } = await runAppsCrashes(t, { limit: 4, killAfterCalls: [2, 8, 15], deadlineMs: 240_000 });
  t.diagnostic(`${kills} kills, ${pages} pages, ${repeated} of them again`);
});
