import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';

interface Limit {
  readonly path: string;
  /** How many there may be. */
  readonly max: number;
  /** One more, with a number of its own. */
  readonly toBody: (number: number) => object;
  /** Brings the rows to one below the limit, in one statement; `$1` is the project, `$2` how many are added. */
  readonly fill: string;
  /** Frees a place. */
  readonly free: (made: { readonly body: any }) => readonly [method: 'delete' | 'post', path: string];
}

test('what a key can store has an end, also when it asks many times at once', async (t) => {
  const { api, stores } = await startTestApp(t);
  const { body: project } = await api.post('/api/projects', { name: 'Full', organization_id: 'org_full' });
  const projectId: string = project.project_id;
  const columns = async (table: string): Promise<string> =>
    (
      await stores.postgres.query<{ list: string }>(
        `select string_agg(attname, ', ') as list from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attname not in ('id', 'token_hash', 'name')`,
        [table],
      )
    ).rows[0]?.list ?? '';
  const copy = async (table: string, named?: string, value?: string): Promise<string> => {
    const list = await columns(table);
    const [into, from] = named === undefined ? ['', ''] : [`${named}, `, `${value}, `];
    return `insert into ${table} (id, ${into}${list}) select t.id || n, ${from}${list} from (select * from ${table} where project_id = $1 limit 1) t, generate_series(1, $2::integer) n`;
  };
  const limits: readonly Limit[] = [
    {
      path: '/api/views',
      max: 200,
      toBody: (n) => ({ project_id: projectId, screen: 'keywords', name: `view ${n}`, params: {} }),
      fill: await copy('saved_views', 'name', 't.name || n'),
      free: ({ body }) => ['delete', `/api/views/${body.view.id}`],
    },
    {
      path: '/api/shares',
      max: 100,
      toBody: (n) => ({ project_id: projectId, name: `share ${n}`, sections: ['keywords'] }),
      fill: await copy('public_shares', 'name, token_hash', `t.name || n, sha256((t.id || n)::bytea)`),
      free: ({ body }) => ['delete', `/api/shares/${body.share.id}`],
    },
    {
      path: '/api/tags',
      max: 200,
      toBody: (n) => ({ project_id: projectId, name: `tag ${n}` }),
      fill: await copy('tags', 'name', 't.name || n'),
      free: ({ body }) => ['delete', `/api/tags/${body.tag.id}`],
    },
    {
      path: '/api/annotations',
      max: 5_000,
      toBody: (n) => ({ scope: 'project', project_id: projectId, date: '2026-01-01', text: `text ${n}`, kind: 'other' }),
      fill: await copy('annotations'),
      free: ({ body }) => ['delete', `/api/annotations/${body.annotation.id}`],
    },
  ];
  for (const { path, max, toBody, fill, free } of limits) {
    const first = await api.post(path, toBody(0));
    assert.equal(first.status, 201, `${path}: ${JSON.stringify(first.body)}`);
    await stores.postgres.query(fill, [projectId, max - 3]);
    const many = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => api.post(path, toBody(n))));
    assert.deepEqual(
      [201, 409].map((status) => many.filter((one) => one.status === status).length),
      [2, 4],
      path,
    );
    const refused = many.find(({ status }) => status === 409);
    assert.match(refused?.body.error, /^Too many /u);
    const [method, place] = free(first);
    assert.equal((await api[method](place)).status, 200, place);
    assert.equal((await api.post(path, toBody(7))).status, 201, path);
  }

  // Links that are over stay in the list, and not without end.
  for (const round of [1, 2]) {
    await stores.postgres.query(
      `insert into public_shares (${await columns('public_shares')}, id, name, token_hash)
       select ${(await columns('public_shares')).replace('revoked_at', 'now()')}, t.id || 'r${round}' || n, t.name, sha256((t.id || 'r${round}' || n)::bytea)
       from (select * from public_shares where project_id = $1 limit 1) t, generate_series(1, 600) n`,
      [projectId],
    );
    const [open] = (await stores.postgres.query<{ id: string }>('select id from public_shares where revoked_at is null limit 1')).rows;
    await api.delete(`/api/shares/${open?.id}`);
    assert.equal((await api.post('/api/shares', { project_id: projectId, name: 'next', sections: ['keywords'] })).status, 201);
    const { rowCount } = await stores.postgres.query('select from public_shares where revoked_at is not null');
    assert.equal(rowCount, 500);
  }

  await stores.postgres.query(
    `insert into assets (id, project_id, type, value, name, role, meta, created_at, updated_at)
     select 'ast_' || n, $1, 'website', 'site' || n || '.com', 'x', 'competitor', '{}', now(), now() from generate_series(1, 5000) n`,
    [projectId],
  );
  const asset = await api.post('/api/assets', {
    project_id: projectId,
    type: 'website',
    value: 'one-more.com',
    name: 'x',
    skip_onboarding: true,
  });
  assert.deepEqual([asset.status, asset.body.error], [409, 'Too many assets']);
});
