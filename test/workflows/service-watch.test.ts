import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTold, makeRule, sweepNow } from '../support/alert-rules.ts';
import { startTestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';

test('how the service is gets kept while a rule asks for it, and is told', async (t) => {
  const app = await startTestApp(t);
  const { postgres, workflows } = app.app.context;
  const watch = async (): Promise<number> => {
    const end = await workflows.waitFor<{ facts: number }>(await workflows.start('service-watch', {}), PATIENCE_MS);
    return end?.output.facts ?? -1;
  };
  assert.equal(await watch(), 0, 'nobody asks');
  await makeRule(postgres, { id: 'rule_down', projectId: null, when: { event: 'source_down', minutes: 0, degraded: true } });
  await makeRule(postgres, { id: 'rule_disk', projectId: null, when: { event: 'store_full', percent: 1 } });
  assert.ok((await watch()) > 0);
  const { rows } = await postgres.query<{ name: string; status: string }>(
    `select name, status from service_facts where kind = 'check' and name in ('postgres', 'workflows') order by name`,
  );
  assert.deepEqual(
    rows.map(({ name, status }) => [name, status]),
    [
      ['postgres', 'ok'],
      ['workflows', 'ok'],
    ],
  );
  await postgres.query(`update service_facts set status = 'down' where name = 'provider'`);
  await sweepNow(app, 'minute');
  await sweepNow(app, 'hour');
  const told = await listTold(postgres, ['rule_down', 'rule_disk']);
  const isDown = told.find(({ ruleId }) => ruleId === 'rule_down');
  assert.ok(isDown?.subjects.includes('source_down/provider'), JSON.stringify(told));
  await watch();
  await sweepNow(app, 'minute');
  const after = (await listTold(postgres, ['rule_down']))[0];
  const { rows: open } = await postgres.query<{ subject: string }>(
    `select subject from alert_items i join alerts a on a.id = i.alert_id where a.rule_id = 'rule_down' and over_on is null and subject = 'source_down/provider'`,
  );
  assert.deepEqual(open, [], JSON.stringify(after));
});
