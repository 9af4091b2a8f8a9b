import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { makeHarvestWorld } from '../support/harvest-world.ts';
test('probe', async (t) => {
  const world = makeHarvestWorld(await startTestApp(t, { environment: { LLM_MODEL: 'sandbox-model' } }));
  const { body } = await world.sandbox.get('/_sandbox/world');
  console.log(JSON.stringify(body).slice(0, 600));
  const domain = process.env['SITE'] ?? body.samples?.[0]?.domain ?? body.sites?.[0]?.domain;
  const order = await world.confirm(domain);
  console.log(JSON.stringify(order.confirmation), JSON.stringify(order.enrichment));
  const begun = performance.now();
  console.log(await world.harvest(order), performance.now() - begun, await world.takeCalls());
  const rows = await world.listRows(order);
  console.log(rows.slice(0, 1));
  for (const row of rows.filter(({ status }) => status === 'irrelevant').slice(0, 20)) console.log(row.keyword, row.reason, row.sources);
  for (const row of rows.filter(({ brand_flag }) => brand_flag).slice(0, 20)) console.log(row.keyword, row.primary_intent);
});
