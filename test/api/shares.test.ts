import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#kernel/durations.ts';
import { openShare } from '../../src/areas/shares/opened/open-share.ts';
import { assertAllRefused } from '../support/bad-input.ts';
import { TEST_ADMIN_KEY } from '../support/app.ts';
import { openShares, summarize, toCookie } from '../support/shared-world.ts';

test('who opens a share', async (t) => {
  const { app, lines, ours, share, make, read } = await openShares(t);
  const { api, anonymous, stores } = app;

  await t.test('the token is shown once, and is in no row and no line of the log', async () => {
    const { status, body } = await api.post('/api/shares', share, { 'idempotency-key': 'once' });
    assert.equal(status, 201, JSON.stringify(body));
    assert.match(body.token, /^[\w-]{22}$/u);
    assert.equal(body.path, `/share/${body.token}`);
    assert.equal(body.share.show_costs, false);
    const again = await api.post('/api/shares', share, { 'idempotency-key': 'once' });
    assert.equal(again.body.token, body.token);
    for (const path of [`/api/shares/${body.share.id}`, `/api/shares?project_id=${ours}`, '/api/shares'])
      assert.equal(JSON.stringify((await api.get(path)).body).includes(body.token), false, path);
    await anonymous.get(`/api/public/shares/${body.token}`);
    await read(body.token, 'section=overview');
    const { rows } = await stores.postgres.query<{ text: string }>(
      'select public_shares::text as text from public_shares union all select idempotency_keys::text from idempotency_keys',
    );
    assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(body.token)));
    assert.deepEqual(
      lines.filter((line) => line.includes(body.token)),
      [],
    );
    assert.ok(lines.some((line) => line.includes('/api/public/shares/[redacted]/data')));
  });

  await t.test('what never was, is revoked or is over is the same 404, at once', async () => {
    const unknown = await anonymous.get('/api/public/shares/slp_000000000000000000');
    const { request_id: _, ...same } = unknown.body;
    assert.equal(summarize(unknown), '404 Share not found');
    const [revoked, over] = [
      await make({ password: 'open sesame' }),
      await make({ expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
    ];
    assert.equal((await read(over.token, 'section=overview')).status, 200);
    const unlocked = await anonymous.post(`/api/public/shares/${revoked.token}/unlock`, { password: 'open sesame' });
    const cookie = toCookie(unlocked.headers);
    assert.equal((await read(revoked.token, 'section=overview', { cookie })).status, 200);
    const { body: ended } = await api.delete(`/api/shares/${revoked.id}`);
    assert.match(ended.share.revoked_at, /^2/u);
    assert.deepEqual((await api.delete(`/api/shares/${revoked.id}`)).body.share.revoked_at, ended.share.revoked_at);
    assert.equal(summarize(await api.put(`/api/shares/${revoked.id}`, { name: 'x' })), '409 Share is revoked');
    await stores.postgres.query(`update public_shares set expires_at = now() - interval '1 second' where id = $1`, [over.id]);
    for (const { token } of [revoked, over]) {
      const answers = [
        await anonymous.get(`/api/public/shares/${token}`),
        await read(token, 'section=overview', { cookie }),
        await anonymous.get(`/api/public/shares/${token}/csv?section=overview`, { cookie }),
        await anonymous.post(`/api/public/shares/${token}/unlock`, { password: 'open sesame' }),
      ];
      for (const { status, body } of answers) {
        const { request_id: _id, ...rest } = body;
        assert.deepEqual([status, rest], [404, same]);
      }
    }
  });

  await t.test('a password is asked for, opens one share for one reader, and ends with its change', async () => {
    const [locked, other] = [await make({ password: 'open sesame' }), await make({ password: 'open sesame' })];
    const info = await anonymous.get(`/api/public/shares/${locked.token}`);
    assert.deepEqual(info.body, { success: true, needs_password: true, share: null });
    assert.equal(summarize(await read(locked.token, 'section=overview')), '403 Forbidden');
    const wrong = await anonymous.post(`/api/public/shares/${locked.token}/unlock`, { password: 'open barley' });
    assert.deepEqual([summarize(wrong), wrong.headers.get('set-cookie')], ['403 Forbidden', null]);
    const right = await anonymous.post(`/api/public/shares/${locked.token}/unlock`, { password: 'open sesame' });
    assert.equal(right.body.share.name, share.name);
    assert.match(
      right.headers.get('set-cookie') ?? '',
      new RegExp(`^sightline-share=[^;]+; Path=/api/public/shares/${locked.token}; HttpOnly; SameSite=Lax; Max-Age=86400$`, 'u'),
    );
    const cookie = toCookie(right.headers);
    assert.equal((await read(locked.token, 'section=overview', { cookie })).status, 200);
    assert.equal((await anonymous.get(`/api/public/shares/${locked.token}`, { cookie })).body.needs_password, false);
    assert.equal((await read(other.token, 'section=overview', { cookie })).status, 403);
    const later = cookie.replace(/=\d+/u, (endsAt) => `=${Number(endsAt.slice(1)) + 60}`);
    // The signature is over the number: each other spelling of it would pass too.
    const spellings = ['0', '+', '-', ' ', '%30', '0x'].map((sign) => cookie.replace('=', `=${sign}`));
    const others = [/(?=\.)/u, /=\d+/u].flatMap((place) =>
      ['.0', 'e0', ' ', '_'].map((sign) => cookie.replace(place, (found) => `${found}${sign}`)),
    );
    for (const forged of [later, `${cookie}; ${cookie}`, 'sightline-share=', cookie.replace(/.$/u, ''), ...spellings, ...others])
      assert.equal((await read(locked.token, 'section=overview', { cookie: forged })).status, 403, forged);
    await api.put(`/api/shares/${locked.id}`, { password: 'open sesame' });
    assert.equal((await read(locked.token, 'section=overview', { cookie })).status, 403);
    const { body: opened } = await api.put(`/api/shares/${locked.id}`, { password: null });
    assert.equal(opened.share.has_password, false);
    assert.equal((await read(locked.token, 'section=overview')).status, 200);
    const { rows } = await stores.postgres.query<{ hash: string }>('select password_hash as hash from public_shares where id = $1', [
      other.id,
    ]);
    assert.match(rows[0]?.hash ?? '', /^\$argon2id\$/u);
  });

  await t.test('what is unlocked is locked again after a day, and a share ends to the second', async () => {
    const endsAt = Date.now() + 7 * DAY_MS;
    const { token } = await make({ password: 'open sesame', expires_at: new Date(endsAt).toISOString() });
    const { headers } = await anonymous.post(`/api/public/shares/${token}/unlock`, { password: 'open sesame' });
    const client = { address: '127.0.0.1', agent: undefined, host: undefined, cookies: toCookie(headers) };
    const { clock } = app.app.context;
    const openAt = async (now: number): Promise<boolean> =>
      (await openShare({ postgres: stores.postgres, clock: { ...clock, realNow: () => now }, client }, token)).needsPassword;
    assert.equal(await openAt(Date.now() + DAY_MS - 60_000), false);
    assert.equal(await openAt(Date.now() + DAY_MS + 1_000), true);
    assert.equal(await openAt(endsAt - 1), true);
    await assert.rejects(openAt(endsAt), { error: 'Share not found' });
  });

  await t.test('views are counted once the share is open', async () => {
    const { id, token } = await make({ password: 'open sesame' });
    const count = async (): Promise<number> => (await api.get(`/api/shares/${id}`)).body.share.views_count;
    await anonymous.get(`/api/public/shares/${token}`);
    assert.equal(await count(), 0);
    const { headers } = await anonymous.post(`/api/public/shares/${token}/unlock`, { password: 'open sesame' });
    await anonymous.get(`/api/public/shares/${token}`, { cookie: toCookie(headers) });
    assert.equal(await count(), 1);
    assert.notEqual((await api.get(`/api/shares/${id}`)).body.share.last_viewed_at, null);
  });

  await t.test('ten wrong passwords make an address wait, for this share', async () => {
    const { token } = await make({ password: 'open sesame' });
    const tries = await Promise.all(
      Array.from({ length: 14 }, async (_, at) => await anonymous.post(`/api/public/shares/${token}/unlock`, { password: `wrong ${at}` })),
    );
    const statuses = tries.map(({ status }) => status).toSorted((one, other) => one - other);
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 403), 429, 429, 429, 429]);
    const right = await anonymous.post(`/api/public/shares/${token}/unlock`, { password: 'open sesame' });
    assert.equal(right.status, 429);
    assert.ok(Number(right.headers.get('retry-after')) > 60);
    const others = await Promise.all([make({ password: 'open sesame' }), make({ password: 'open sesame' })]);
    for (const { token: other } of others)
      for (let at = 0; at < 10; at += 1) await anonymous.post(`/api/public/shares/${other}/unlock`, { password: `wrong ${at}` });
    const last = await make({ password: 'open sesame' });
    assert.equal((await anonymous.post(`/api/public/shares/${last.token}/unlock`, { password: 'wrong' })).status, 429, 'thirty in all');
    const signIn = (body: object) => anonymous.post('/api/session', body);
    assert.equal((await signIn({ email: 'ada@example.com', password: 'wrong' })).status, 401, 'who reads shares keeps no owner out');
    assert.equal((await signIn({ api_key: TEST_ADMIN_KEY })).status, 201);
  });

  await t.test('keys see and change the shares of their own projects', async () => {
    const { id } = await make();
    const stranger = await app.withKey({ scopes: ['read', 'write'], organization_id: 'org_theirs' });
    const viewer = await app.withKey({ scopes: ['read'], organization_id: 'org_ours' });
    for (const method of ['get', 'put', 'delete'] as const)
      assert.equal(
        summarize(await stranger[method](`/api/shares/${id}`, method === 'put' ? { name: 'x' } : undefined)),
        '404 Share not found',
      );
    assert.equal(summarize(await stranger.post('/api/shares', share)), '404 Project not found');
    assert.equal((await stranger.get('/api/shares')).body.total, 0);
    assert.equal((await viewer.get(`/api/shares/${id}`)).status, 200);
    assert.equal((await viewer.post('/api/shares', share)).status, 403);
    assert.equal((await viewer.delete(`/api/shares/${id}`)).status, 403);
    const bad = (because: string, body: object, names: string[]) =>
      ({ because, method: 'post', path: '/api/shares', body: { ...share, ...body }, names }) as const;
    await assertAllRefused(api, [
      bad('an unknown section', { sections: ['costs'] }, ['sections[0]']),
      bad('no section', { sections: [] }, ['sections']),
      bad('a section that knows no tags', { filter: { tag: 'tag_1' } }, ['sections']),
      bad('a section that knows no volumes', { sections: ['features'], filter: { volume_min: 10 } }, ['sections']),
      bad('a section that knows no outcomes', { sections: ['pages'], filter: { bands: ['top3'] } }, ['sections']),
      bad('days the wrong way round', { from: '2026-02-01', to: '2026-01-01' }, ['to']),
      bad('too many days', { from: '2024-01-01', to: '2026-01-01' }, ['to']),
      bad('an end in the past', { expires_at: '2020-01-01T00:00:00Z' }, ['expires_at']),
      bad('a short password', { password: 'short' }, ['password']),
      bad(
        'no hosts',
        { frame_hosts: ['https://example.com', "'self'", 'a.b;', '*', 'example.com/x'] },
        [0, 1, 2, 3, 4].map((at) => `frame_hosts[${at}]`),
      ),
    ]);
  });
});
