import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { assertAllRefused } from '../support/bad-input.ts';
import { advanceDay, track } from '../support/rankings-api.ts';
import { ALL_SECTIONS, openShares, SECTIONS_OF_ENGINES, summarize } from '../support/shared-world.ts';

/** Names of fields that no reader may ever see. */
const SECRET_FIELDS = /"(?:[a-z_]*_id|id|[a-z_]*cost[a-z_]*|budget|author|owner|created_by|note|tags?|token)":/u;

test('what readers of a share see', async (t) => {
  const { app, ours, theirs, keywords, positions, today, make, read } = await openShares(t);
  const { api, anonymous, stores } = app;

  await t.test('a reader sees the sections of the share, as the world has them, and no ids and no costs', async () => {
    const { token } = await make({ compare: 'previous' });
    const info = await anonymous.get(`/api/public/shares/${token}`);
    assert.equal(info.headers.get('cache-control'), 'no-store');
    assert.deepEqual(info.body, {
      success: true,
      needs_password: false,
      share: {
        name: 'For the client',
        sections: ALL_SECTIONS,
        range: 'fixed',
        earliest: addDays(today, -27),
        latest: today,
        shown: { from: addDays(today, -27), to: today },
        compare: 'previous',
        time_zone: 'UTC',
        allow_csv: false,
        show_annotations: false,
      },
    });
    const ofKeywords = await read(token, 'section=keywords');
    assert.equal(ofKeywords.status, 200, JSON.stringify(ofKeywords.body).slice(0, 400));
    assert.equal(ofKeywords.headers.get('cache-control'), 'no-store');
    const shown = ofKeywords.body.keywords.map((row: any) => [row.keyword, row.position, row.status]);
    const expected = [...positions].map(([keyword, position]) => [keyword, position, position === null ? 'not_found' : 'ranked']);
    assert.deepEqual(
      shown,
      expected.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    );
    assert.equal(ofKeywords.body.total, 3);
    assert.equal(Buffer.from(ofKeywords.body.spark, 'base64').length, 90);

    const overview = await read(token, 'section=overview');
    assert.equal(overview.body.days.length, 28);
    const last = overview.body.days.at(-1);
    const ranked = [...positions.values()].filter((position) => position !== null).length;
    assert.deepEqual([last.date, last.keywords, last.ranked], [today, 3, ranked]);
    assert.deepEqual(overview.body.compared, { from: addDays(today, -55), to: addDays(today, -28) });
    assert.equal(overview.body.compared_days.length, 28);
    const between = { before: addDays(today, -28), after: today };
    assert.deepEqual(
      overview.body.moves,
      { ...between, up: 0, down: 0, new: 0, lost: 0, unchanged: 0 },
      'what was not known then has not moved',
    );

    const competitors = await read(token, 'section=competitors');
    assert.deepEqual(
      competitors.body.sites.map((site: any) => [site.domain, site.is_own]),
      [
        ['invoicenest.com', true],
        ['ledgerwise.app', false],
      ],
    );
    const byKeyword = [...positions].toSorted(([one], [other]) => (one < other ? -1 : 1));
    for (const section of ['chart', 'heatmap']) {
      const { body } = await read(token, `section=${section}`);
      assert.deepEqual(
        body.rows.map((row: any) => row.keyword),
        byKeyword.map(([keyword]) => keyword),
      );
      const codes = Buffer.from(body.values, 'base64');
      assert.equal(codes.length, 3 * 28);
      assert.deepEqual(
        byKeyword.map((_row, at) => codes[at * 28 + 27]),
        byKeyword.map(([, position]) => position ?? 0),
      );
    }
    const features = await read(token, 'section=features');
    assert.deepEqual([features.body.days.at(-1), features.body.checked.at(-1), features.body.checked[0]], [today, 3, 0]);
    const pages = await read(token, 'section=pages');
    assert.deepEqual([pages.body.checked, pages.body.ranked], [3, ranked]);
    assert.equal(
      pages.body.pages.reduce((sum: number, page: any) => sum + page.keywords, 0),
      ranked,
    );
    for (const { body } of [info, ofKeywords, overview, competitors, features, pages, await read(token, 'section=chart')]) {
      const text = JSON.stringify(body);
      assert.doesNotMatch(text, SECRET_FIELDS);
      for (const secret of [ours, theirs, 'org_ours', 'kw_', 'ast_', 'proj_', 'Rankings', ...keywords.slice(3)])
        assert.equal(text.includes(secret), false, secret);
    }
  });

  await t.test('nothing that a reader sends opens another project, section, keyword or day', async () => {
    const { token } = await make({ sections: ['keywords'], from: addDays(today, -2) });
    const plain = await read(token, 'section=keywords');
    const others = [`project_id=${theirs}`, 'device=mobile', 'tag=tag_1', 'limit=1', 'filter=%7B%7D', 'compare=year', 'engine=engine_b'];
    for (const more of others) assert.deepEqual((await read(token, `section=keywords&${more}`)).body, plain.body, more);
    assert.equal(summarize(await read(token, 'section=overview')), '404 Section not found');
    await assertAllRefused(anonymous, [
      { because: 'no section', method: 'get', path: `/api/public/shares/${token}/data`, names: ['section'] },
      { because: 'no such section', method: 'get', path: `/api/public/shares/${token}/data?section=costs`, names: ['section'] },
      {
        because: 'too early',
        method: 'get',
        path: `/api/public/shares/${token}/data?section=keywords&from=${addDays(today, -3)}`,
        names: ['from'],
      },
      {
        because: 'too late',
        method: 'get',
        path: `/api/public/shares/${token}/data?section=keywords&to=${addDays(today, 1)}`,
        names: ['to'],
      },
    ]);
    for (const method of ['post', 'put', 'delete'] as const)
      assert.equal((await anonymous[method](`/api/public/shares/${token}/data`, {})).status, 405, method);
    // A token is no key.
    assert.equal((await anonymous.get('/api/projects', { authorization: `Bearer ${token}` })).status, 401);
    const filtered = await make({ sections: SECTIONS_OF_ENGINES, filter: { device: 'mobile' } });
    assert.deepEqual((await read(filtered.token, 'section=keywords')).body.keywords, []);
    assert.deepEqual((await read(filtered.token, 'section=chart')).body.rows, []);
    assert.deepEqual((await read(filtered.token, 'section=pages')).body.pages, []);
    assert.deepEqual((await read(filtered.token, 'section=features')).body.features, []);
    assert.equal((await read(filtered.token, 'section=overview')).body.days.at(-1).keywords, 0);
  });

  await t.test('a share shows the rows that its filter leaves, by words and by what checks found', async () => {
    const shown = async (filter: Readonly<Record<string, unknown>>): Promise<unknown> => {
      const made = await make({ sections: ['keywords'], filter });
      const { body } = await read(made.token, 'section=keywords');
      assert.equal(body.total, body.keywords.length);
      return body.keywords.map(({ keyword }: { keyword: string }) => keyword);
    };
    const fitting = (fits: (keyword: string, position: number | null) => boolean): string[] =>
      [...positions]
        .filter(([keyword, position]) => fits(keyword, position))
        .map(([keyword]) => keyword)
        .toSorted();
    const [word = ''] = keywords[0]?.split(' ') ?? [];
    assert.deepEqual(
      await shown({ bands: ['not_found'] }),
      fitting((_keyword, position) => position === null),
    );
    assert.deepEqual(
      await shown({ position_max: 10 }),
      fitting((_keyword, position) => position !== null && position <= 10),
    );
    assert.deepEqual(
      await shown({ words: word }),
      fitting((keyword) => keyword.includes(word)),
    );
    assert.deepEqual(await shown({ words: word, status: 'failed' }), []);
  });

  await t.test('annotations are shown where the share and they themselves allow it, without their authors', async () => {
    const about = { scope: 'project', project_id: ours, date: today };
    await api.post('/api/annotations', { ...about, text: 'Relaunch', kind: 'release', show_on_shares: true });
    await api.post('/api/annotations', { ...about, text: 'Internal' });
    await api.post('/api/annotations', { ...about, text: 'Long ago', date: '2020-01-01', show_on_shares: true });
    await api.post('/api/annotations', { ...about, project_id: theirs, text: 'Theirs', show_on_shares: true });
    const [shown, hidden] = [await make({ show_annotations: true }), await make()];
    assert.deepEqual((await read(shown.token, 'section=overview')).body.annotations, [
      { date: today, end_date: null, text: 'Relaunch', kind: 'release', tags: [] },
    ]);
    assert.deepEqual((await read(hidden.token, 'section=overview')).body.annotations, []);
  });

  await t.test(
    'updates of the engine are those that the console shows for the same days, where the share shows what happened',
    async () => {
      const days = { from: '2026-05-01', to: '2026-06-25' };
      const { updates } = (await api.get(`/api/engine-updates?from=${days.from}&to=${days.to}`)).body;
      assert.deepEqual(
        updates.map((one: any) => one.name),
        ['May 2026 core update', 'June 2026 spam update'],
      );
      const shown = { show_annotations: true, ...days };
      const [all, engine, other, hidden] = [
        await make(shown),
        await make({ ...shown, sections: SECTIONS_OF_ENGINES, filter: { engine: 'engine_a' } }),
        await make({ ...shown, sections: SECTIONS_OF_ENGINES, filter: { engine: 'engine_b' } }),
        await make(days),
      ];
      for (const section of ALL_SECTIONS)
        assert.deepEqual((await read(all.token, `section=${section}`)).body.engine_updates, updates, section);
      const readUpdates = async (token: string) => (await read(token, 'section=overview')).body.engine_updates;
      assert.deepEqual(
        [await readUpdates(engine.token), await readUpdates(other.token), await readUpdates(hidden.token)],
        [updates, [], []],
      );
    },
  );

  await t.test('CSV is given where it is allowed, and no cell of it is a formula', async () => {
    await track(app, ours, ['=1+1 invoices']);
    const [closed, open] = [await make(), await make({ allow_csv: true })];
    const csv = async (token: string, section: string) => await anonymous.get(`/api/public/shares/${token}/csv?section=${section}`);
    assert.equal(summarize(await csv(closed.token, 'keywords')), '403 Forbidden');
    const { body, headers } = await csv(open.token, 'keywords');
    assert.match(headers.get('content-type') ?? '', /^text\/csv/u);
    assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="keywords-/u);
    const rows = (body as string).trimEnd().split('\r\n');
    const columns =
      'keyword,location_code,location_name,language_code,device,engine,channel,status,position,rank_absolute,previous,best,page,volume';
    assert.equal(rows[0], `${columns},position_scale`);
    assert.equal(rows.length, 5);
    assert.ok(rows.some((row) => row.startsWith(`'=1+1 invoices,`)) && !rows.some((row) => /(^|,)[=+@]/u.test(row)), body);
    assert.equal(((await csv(open.token, 'overview')).body as string).split('\r\n').length, 30);
    assert.equal(((await csv(open.token, 'competitors')).body as string).split('\r\n').length, 2 * 28 + 2);
    const map = ((await csv(open.token, 'heatmap')).body as string).trimEnd().split('\r\n');
    assert.deepEqual([map.length, map[0]?.endsWith(`,${today}`)], [5, true]);
    for (const [keyword, position] of positions)
      assert.ok(
        map.some((row) => row.startsWith(`${keyword},`) && row.endsWith(`,${position ?? 'not_found'}`)),
        keyword,
      );
    for (const section of ['features', 'pages']) assert.equal((await csv(open.token, section)).status, 200, section);
  });

  await t.test('the last day of a share is what is shown, however the world goes on', async () => {
    const { token } = await make({ to: today, days: 7 });
    const before = (await read(token, 'section=keywords')).body;
    await stores.outbox.flush();
    await advanceDay(app);
    const { body } = await api.post('/api/rankings/track', {
      force: true,
      keywords: keywords.slice(0, 3).map((keyword_text) => ({ project_id: ours, keyword_text })),
    });
    assert.equal(body.success, true);
    await stores.outbox.flush();
    const after = (await read(token, 'section=keywords')).body;
    assert.deepEqual([before.to, after.to], [today, today]);
    // The bytes of days before the span are left out, although they are known.
    const sparkOf = async (days: number): Promise<Buffer> =>
      Buffer.from((await read((await make({ days })).token, 'section=keywords')).body.spark, 'base64');
    const [wide, narrow] = [await sparkOf(2), await sparkOf(1)];
    const isYesterday = (_code: number, at: number): boolean => at % 30 === 28;
    assert.ok(wide.filter(isYesterday).some((code) => code !== 255));
    assert.ok(narrow.filter(isYesterday).every((code) => code === 255));
    assert.ok(narrow.some((code) => code !== 255));
    const toPlaces = (rows: any[]) => rows.map(({ keyword, status, position }) => [keyword, status, position]);
    const checked = (rows: any[]) => rows.filter(({ keyword }) => positions.has(keyword));
    assert.deepEqual(toPlaces(checked(after.keywords)), toPlaces(checked(before.keywords)));
    assert.deepEqual((await read(token, 'section=overview')).body.days.at(-1).date, today);
  });

  await t.test('a young project is compared with the first day of which something is known, and that is said', async () => {
    const first = { from: today, to: today };
    const { token } = await make({ compare: 'previous' });
    const { body } = await read(token, 'section=keywords');
    assert.deepEqual([body.to, body.compared, body.compared_is_first_known], [addDays(today, 1), first, true]);
    const before = new Map(body.keywords.map(({ keyword, previous }: any) => [keyword, previous]));
    for (const [keyword, position] of positions) assert.equal(before.get(keyword), position, keyword);
    const overview = (await read(token, 'section=overview')).body;
    assert.deepEqual([overview.compared, overview.compared_is_first_known], [first, true]);
    // Of two known days the older one can be compared with as the share asks.
    const known = (await read((await make({ compare: 'previous', days: 1 })).token, 'section=overview')).body;
    assert.deepEqual([known.compared, known.compared_is_first_known], [first, false]);
  });
});
