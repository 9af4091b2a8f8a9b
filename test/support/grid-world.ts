import type { TestContext } from 'node:test';
import type { SerpCheck } from '#areas/rankings/index.ts';
import { toQueryId } from '#areas/rankings/check.ts';
import { ingestSerp } from '#areas/rankings/ingest/ingest-serp.ts';
import { recordFailure } from '#areas/rankings/ingest/record-failure.ts';
import { newId } from '#kernel/ids.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import { ADMIN } from './area-context.ts';
import { openTestStores } from './index.ts';
import { makeAnswer, makeItem, makeProject, namedSearch } from './rankings-world.ts';

/** A project with an own site, a competitor and a clock, whose checks are written as real ones are. */
export async function openGridWorld(t: TestContext, timeZone = 'UTC') {
  const stores = await openTestStores(t);
  let now = new Date('2025-11-20T10:00:00Z');
  const clock = { now: () => now, realNow: () => Date.now() };
  const ctx = { ...stores, searchData: namedSearch, clock, caller: ADMIN };
  const projectId = await makeProject(stores.postgres, [{ value: 'mine.com' }, { value: 'rival.org', role: 'competitor' }]);
  await stores.postgres.query('update projects set time_zone = $2 where id = $1', [projectId, timeZone]);
  return {
    ...stores,
    ctx,
    projectId,
    /** @param at ISO 8601 */
    moveTo: (at: string) => {
      now = new Date(at);
    },
    /** A good check, now: where sites stand, and what else is on the page. */
    check: async (check: SerpCheck, places: Readonly<Record<string, number>>, more: readonly SerpItem[] = []) => {
      const { items, ...answer } = makeAnswer([...Object.entries(places).map(([site, place]) => makeItem(place, site)), ...more]);
      const features = [...new Set(items.map(({ type }) => type))];
      const run = { ...answer, features, id: newId('run_'), queryId: toQueryId(check), projectId, workflowId: null, depth: 100 };
      await ingestSerp(ctx, { check, page: { items, run: { ...run, checkTs: now, fetchedAt: now } } });
      await stores.outbox.flush();
    },
    fail: async (check: SerpCheck) => {
      await recordFailure(ctx, {
        check,
        runId: newId('run_'),
        workflowId: 'wf',
        projectId,
        onlyProjectId: undefined,
        error: 'the provider is down',
      });
      await stores.outbox.flush();
    },
  };
}
