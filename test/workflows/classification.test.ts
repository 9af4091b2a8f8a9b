import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';

test('classification by workflows', async (t) => {
  const { app } = await startTestApp(t);
  const { postgres, workflows, clock } = app.context;
  const now = clock.now();
  const run = async (
    workflow: 'url-classify' | 'domain-classify' | 'keyword-classify' | 'referring-domain-classify',
    input: object,
  ): Promise<any> => {
    const id = await workflows.start(workflow, input as never);
    return (await workflows.waitFor<any>(id, PATIENCE_MS))?.output;
  };

  await t.test('pages get their labels after their domains, and the answer says why', async () => {
    const output = await run('url-classify', { url: 'https://www.example.com/pricing', skip_fetch: true, skip_llm: true });
    assert.equal(output.total, 1);
  });

  await t.test('domains that link to a target', async () => {
    await postgres.query(`insert into domains (domain, created_at) values ('target.com', $1)`, [now]);
    await postgres.query(
      `insert into referring_domains (domain_id, referring_domain, backlinks_count, platform_types, our_first_seen, our_last_seen)
       select id, name, 3, types::jsonb, $1, $1 from domains, (values ('some-news.com', '{"news": 3}'), ('shop.target.com', '{}')) as t (name, types)
       where domain = 'target.com'`,
      [now],
    );
    const output = await run('referring-domain-classify', { domain_id: 1, target: 'target.com', referring_domain: 'some-news.com' });
    assert.deepEqual([output.total, output.classified], [1, 1]);
    const { rows } = await postgres.query<{ name: string; type: string | null; media: string | null }>(
      'select referring_domain as name, domain_type as type, media_type as media from referring_domains order by referring_domain',
    );
    assert.deepEqual(
      rows.map(({ name, type, media }) => [name, type, media]),
      [
        ['shop.target.com', null, null],
        ['some-news.com', 'news', 'earned'],
      ],
    );
  });
});
