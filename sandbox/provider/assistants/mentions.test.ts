import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { startSandboxClient, type SandboxClient } from '../../../test/support/sandbox-client.ts';

const PATH = '/v3/ai_optimization/llm_mentions';
const SITE = { domain: 'invoicenest.com', name: 'Invoice Nest' };

interface Row {
  readonly question: string;
  readonly answer: string;
  readonly ai_search_volume: number;
  readonly sources: readonly { readonly domain: string; readonly url: string }[];
}

/** In any letters: the vendor takes the common word for the name, too. */
const hasName = (answer: string): boolean => answer.toLowerCase().includes(SITE.name.toLowerCase());

suite('the index of answers', () => {
  let client: SandboxClient;
  before(async () => {
    client = await startSandboxClient({ enforceRateLimits: false });
  });
  after(() => client.sandbox.close());

  const search = async (task: Readonly<Record<string, unknown>>, name = 'search') => {
    const [answer] = (await client.ask(`${PATH}/${name}/live`, [{ platform: 'chat_gpt', ...task }])).tasks ?? [];
    assert.equal(answer?.status_code, 20_000, answer?.status_message);
    const result = answer.result?.[0] ?? {};
    return {
      cost: answer.cost,
      total: Number(result['total_count']),
      token: result['search_after_token'],
      rows: (result['items'] ?? []) as readonly Row[],
    };
  };
  const cited = [{ domain: SITE.domain, search_scope: ['sources'] }];

  test('rows hold what was looked for where it was looked for, and nothing that was excluded', async () => {
    const byDomain = await search({ target: cited, limit: 1_000 });
    assert.ok(byDomain.total > 10 && byDomain.rows.length === byDomain.total);
    assert.ok(byDomain.rows.every(({ sources }) => sources.some(({ domain }) => domain === SITE.domain)));
    const named = { keyword: SITE.name, search_scope: ['answer'], match_type: 'word_match' };
    const byName = await search({ target: [named], limit: 1_000 });
    assert.ok(byName.total > 10 && byName.rows.every(({ answer }) => hasName(answer)));
    const both = await search({ target: [...cited, named], limit: 1_000 });
    const others = await search({ target: [...cited, { ...named, search_filter: 'exclude' }], limit: 1_000 });
    assert.ok(both.rows.every(({ answer, sources }) => hasName(answer) && sources.some(({ domain }) => domain === SITE.domain)));
    assert.equal(both.total + others.total, byDomain.total);
    const partial = await search({
      target: [{ keyword: 'voice nes', search_scope: ['answer'], match_type: 'partial_match' }, named],
      limit: 1_000,
    });
    assert.ok(partial.total > 0 && (await search({ target: [{ keyword: 'voice nes', search_scope: ['answer'] }, named] })).total === 0);
  });

  test('pages follow one another by offset and by token, filtered and ordered', async () => {
    const whole = await search({ target: cited, limit: 1_000 });
    const task = { target: cited, limit: 7 };
    const first = await search(task);
    const byToken = await search({ ...task, search_after_token: first.token });
    assert.deepEqual([first.rows, byToken.rows], [whole.rows.slice(0, 7), whole.rows.slice(7, 14)]);
    assert.deepEqual((await search({ ...task, offset: 7 })).rows, byToken.rows);
    const [refused] =
      (await client.ask(`${PATH}/search/live`, [{ ...task, limit: 8, platform: 'chat_gpt', search_after_token: first.token }])).tasks ?? [];
    assert.equal(refused?.status_code, 40_501);
    const middle = whole.rows.map((row) => row.ai_search_volume).toSorted((left, right) => left - right)[Math.floor(whole.total / 2)] ?? 0;
    const large = await search({
      target: cited,
      filters: ['ai_search_volume', '>', middle],
      order_by: ['ai_search_volume,desc'],
      limit: 1_000,
    });
    const expected = whole.rows.map((row) => row.ai_search_volume).filter((volume) => volume > middle);
    assert.deepEqual(
      large.rows.map((row) => row.ai_search_volume),
      expected.toSorted((left, right) => right - left),
    );
    assert.equal(large.cost, Math.round((0.01 + large.rows.length * 0.0001) * 1e6) / 1e6);
  });

  test('sums and tops are those of the rows', async () => {
    const { rows, total } = await search({ target: cited, limit: 1_000 });
    const read = async (name: string) => {
      const [answer] = (await client.ask(`${PATH}/${name}/live`, [{ platform: 'chat_gpt', target: cited }])).tasks ?? [];
      return { cost: answer?.cost, ...(answer?.result?.[0] as { total: Groups; items: (Groups & { key: string })[] | null }) };
    };
    const sums = await read('aggregated_metrics');
    assert.deepEqual([sums.items, sums.cost], [null, 0.0101]);
    const volume = rows.reduce((sum, row) => sum + row.ai_search_volume, 0);
    assert.deepEqual(sums.total.platform, [{ type: 'group_element', key: 'chat_gpt', mentions: total, ai_search_volume: volume }]);
    for (const [name, keyOf] of [
      ['top_domains', 'domain'],
      ['top_pages', 'url'],
    ] as const) {
      const top = await read(name);
      assert.deepEqual(top.total, sums.total);
      const counts = (top.items ?? []).map(({ platform }) => platform[0]?.mentions ?? 0);
      assert.deepEqual(
        counts,
        counts.toSorted((left, right) => right - left),
      );
      for (const { key, platform } of top.items ?? [])
        assert.equal(platform[0]?.mentions, rows.filter(({ sources }) => sources.some((source) => source[keyOf] === key)).length, key);
    }
  });

  test('the index is the same all month and has nothing to do with own calls', async () => {
    await client.control('/_sandbox/clock', { now: '2026-12-03T09:00:00Z' });
    const early = await search({ target: cited, limit: 50 });
    const { question } = early.rows[0] ?? { question: '' };
    await client.ask('/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced', [
      { keyword: question, location_code: 2840, language_code: 'en' },
    ]);
    await client.control('/_sandbox/clock', { now: '2026-12-28T09:00:00Z' });
    const late = await search({ target: cited, limit: 50 });
    assert.deepEqual(
      late.rows.map(({ answer }) => answer),
      early.rows.map(({ answer }) => answer),
    );
    await client.control('/_sandbox/clock', { now: '2027-01-02T09:00:00Z' });
    assert.notDeepEqual(
      (await search({ target: cited, limit: 50 })).rows.map(({ answer }) => answer),
      early.rows.map(({ answer }) => answer),
    );
  });
});

interface Groups {
  readonly platform: readonly {
    readonly type: string;
    readonly key: string;
    readonly mentions: number;
    readonly ai_search_volume: number;
  }[];
}
