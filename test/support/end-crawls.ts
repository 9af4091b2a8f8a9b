import assert from 'node:assert/strict';
import type { Server } from '#http/server.ts';
import { TEST_ADMIN_KEY } from './app.ts';
import type { WalkOperation } from './openapi-walk.ts';

/** What can begin a crawl. */
const BEGINS_CRAWLS =
  /^POST \/api\/(?:jobs\/\{jobId\}\/run|app-store\/crawl\/full|admin\/(?:start-crawl|taxonomy-crawl|workflow\/\{type\}))$/u;
const RUNNING = ['queued', 'running'];

/** Ends what this operation may have begun: a crawl reads a whole store and keeps thousands of icons, beside all requests that follow. */
export async function endCrawlsOf(server: Server, { name }: Pick<WalkOperation, 'name'>): Promise<void> {
  if (BEGINS_CRAWLS.test(name)) await endCrawls(server);
}

/** Cancels all crawls that have not ended, and the icons that wait to be kept. */
export async function endCrawls(server: Server): Promise<void> {
  const headers = { 'x-api-key': TEST_ADMIN_KEY };
  const listed = await server.inject({ url: '/api/admin/crawl-runs?limit=100', headers });
  assert.equal(listed.statusCode, 200, listed.body);
  const { runs } = listed.json<{ runs: { run_id: string; status: string }[] }>();
  for (const { run_id: id } of runs.filter(({ status }) => RUNNING.includes(status)))
    await server.inject({ method: 'POST', url: `/api/admin/crawl-runs/${id}/cancel`, headers });
  await server.inject({ method: 'POST', url: '/api/admin/queue/app-icons/purge', headers });
}
