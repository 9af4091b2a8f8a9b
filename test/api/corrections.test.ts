import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyTaught } from '../../src/areas/classification/corrections/learning/apply-learned.ts';
import type { Judgement } from '../../src/areas/classification/engine/judgement.ts';
import { startTestApp } from '../support/app.ts';
import { makeClassification, makeUrl } from '../support/classified-rows.ts';
import { makeDomain } from '../support/domain-rows.ts';

const CORRECTIONS = '/api/admin/classifier/corrections';
const UNKNOWN = 999_999;

const judged = (label: string, confidence: number): Judgement => ({ dimension: 'page_type', label, confidence, evidence: ['path'] });

test('corrections change the entity, are kept, and become examples that items like them are judged by', async (t) => {
  const { api, stores, app } = await startTestApp(t);
  const sql = stores.postgres;
  const correct = async (id: number, pageType: string) => {
    const answer = await api.post(CORRECTIONS, { url_id: id, corrected_page_type: pageType });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const learn = async () => (await api.post(`${CORRECTIONS}/learn`)).body;
  /** What stage 1 says of a page that rules call an article, rather surely. */
  const judge = async (url: string, confidence = 85): Promise<Judgement | undefined> => {
    const [judgements] = await applyTaught(app.context, 'url', [{ item: url, judgements: [judged('article', confidence)] }]);
    return judgements?.find(({ dimension }) => dimension === 'page_type');
  };

  await t.test('learning from nothing answers zeros, and judgements stay as they are', async () => {
    const { processed, added_to_index: added, patterns_updated: patterns } = await learn();
    assert.deepEqual([processed, added, patterns], [0, 0, 0]);
    assert.deepEqual(await judge('https://shop.example.com/guide/red-shoes-42'), judged('article', 85));
  });

  await t.test('a page has its corrected label at once, and the history tells', async () => {
    const id = await makeUrl(sql, 'https://shop.example.com/guide/red-shoes-42', { page_type: 'article', confidence: 55, source: 'rules' });
    const given = { url_id: String(id), is_correct: false, corrected_page_type: 'Product Page', notes: 'it sells' };
    const corrected = await api.post(CORRECTIONS, given);
    assert.equal(corrected.status, 200);
    assert.equal(corrected.body.classification.page_type, 'product_page');
    const { rows } = await sql.query('select page_type, classification_source as source, confidence from urls where id = $1', [id]);
    assert.deepEqual(rows, [{ pageType: 'product_page', source: 'human_feedback', confidence: 100 }]);
    const again = await api.post(CORRECTIONS, given);
    assert.deepEqual([again.status, again.body.classification], [200, corrected.body.classification], JSON.stringify(again.body));
    const ids = [corrected, again].map(({ body }) =>
      body.corrections.map((one: { id: number; original_value: string }) => [one.id, one.original_value]),
    );
    assert.deepEqual(ids[1], ids[0], 'the same correction is the first one');
    assert.equal((await api.post(CORRECTIONS, { ...given, is_correct: undefined })).status, 200);
    const history = await api.get(`${CORRECTIONS}/history/url/${id}`);
    const [entry] = history.body.history;
    assert.deepEqual(
      [history.body.total, entry.original_value, entry.corrected_value, entry.confidence_before, entry.notes, entry.processed_at],
      [1, 'article', 'product_page', 55, 'it sells', null],
    );
  });

  await t.test(
    'after learning, the page is judged by its correction, and what one person said of one page moves no sure judgement',
    async () => {
      const { processed, added_to_index: added, patterns_updated: patterns, blends } = await learn();
      assert.deepEqual([processed, added, patterns], [1, 1, 1]);
      assert.ok(blends[0].after.fixed.right_pct >= blends[0].before.fixed.right_pct, JSON.stringify(blends));
      const exact = await judge('https://shop.example.com/guide/red-shoes-42');
      assert.deepEqual([exact?.label, exact?.confidence], ['product_page', 100]);
      assert.deepEqual(await judge('https://shop.example.com/guide/red-shoes-43'), judged('article', 85));
      const unsure = await judge('https://shop.example.com/guide/red-shoes-43', 60);
      assert.deepEqual([unsure?.label, unsure?.secondBest?.label], ['article', 'product_page']);
      assert.ok((unsure?.confidence ?? 60) < 60, 'it is asked about in a later stage');
      assert.deepEqual(await judge('https://shop.example.com/about', 60), judged('article', 60));
    },
  );

  await t.test('what is unknown is 404, what is wrong is 400 that names every field', async () => {
    const id = await makeUrl(sql, 'https://wrong.example.com/a', { page_type: 'article', confidence: 55, source: 'rules' });
    const ask = async (body: object) => {
      const { status, body: answer } = await api.post(CORRECTIONS, body);
      return [status, ...(answer.details ?? []).map(({ path }: { path: string }) => path)];
    };
    const page = { corrected_page_type: 'article' };
    assert.deepEqual(await ask({ url_id: UNKNOWN, ...page }), [404]);
    assert.deepEqual(await ask({ entity_type: 'domain', entity_id: UNKNOWN, domain_type: 'news' }), [404]);
    assert.deepEqual(await ask({ entity_type: 'keyword', entity_id: 'kw_none', intent_type: 'commercial' }), [404]);
    assert.deepEqual(await ask({ entity_type: 'domain', entity_id: 'no host', domain_type: 'news' }), [404]);
    assert.deepEqual(await ask(page), [400, 'url_id']);
    assert.deepEqual(await ask({ url_id: id, entity_type: 'domain' }), [400, 'entity_type']);
    assert.deepEqual(await ask({ url_id: id, entity_id: 5, ...page }), [400, 'entity_id']);
    assert.deepEqual(await ask({ entity_type: 'site', entity_id: 5, ...page }), [400, 'entity_type']);
    assert.deepEqual(await ask({ url_id: id, corrected_page_type: 'nonsense', spam_tier: 'nonsense', tier1_type: 'platform' }), [
      400,
      'tier1_type',
      'corrected_page_type',
      'spam_tier',
    ]);
    assert.deepEqual(await ask({ url_id: id, page_type: 'article', corrected_page_type: 'blog_post' }), [400, 'corrected_page_type']);
    assert.deepEqual(await ask({ url_id: id, is_correct: true, page_type: 'blog_post' }), [400, 'page_type']);
    assert.deepEqual(await ask({ url_id: id, is_correct: false, page_type: 'article' }), [400, 'page_type']);
    assert.deepEqual(await ask({ url_id: id, is_correct: false }), [400, 'is_correct']);
    const { rows } = await sql.query('select page_type, confidence from urls where id = $1', [id]);
    assert.deepEqual(rows, [{ pageType: 'article', confidence: 55 }]);
  });

  await t.test('feedback confirms labels without a pattern, and counts for their source', async () => {
    const id = await makeUrl(sql, 'https://fine.example.com/a', { page_type: 'article', confidence: 55, source: 'rules' });
    const before = (await api.get(`${CORRECTIONS}/patterns`)).body.total;
    const confirmed = await api.post('/api/admin/urls/feedback', { url_id: id, is_correct: true });
    assert.deepEqual(confirmed.body.classification, { page_bucket: 'editorial', page_type: 'article' });
    assert.equal((await api.get(`${CORRECTIONS}/patterns`)).body.total, before);
    const stats = (await api.get(`${CORRECTIONS}/stats`)).body;
    assert.deepEqual([stats.total, stats.corrected, stats.confirmed, stats.pending, stats.processed], [2, 1, 1, 1, 1]);
    assert.deepEqual(stats.accuracy_by_source, { rules: { reviewed: 2, confirmed: 1, accuracy_pct: 50 } });
    assert.equal(stats.by_dimension.page_type.total, 2);
  });

  await t.test('a domain is corrected wherever it links from, with what follows from its type', async () => {
    const [target, id] = [await makeDomain(sql, 'target.com'), await makeDomain(sql, 'paper.com')];
    await sql.query(
      `insert into referring_domains (domain_id, referring_domain, our_first_seen, our_last_seen) values ($1, 'paper.com', now(), now())`,
      [target],
    );
    const answer = await api.post(CORRECTIONS, { entity_type: 'domain', entity_id: id, domain_type: 'Newspaper' });
    assert.equal(answer.body.corrections.length, 1);
    const expected = { domainType: 'news', channelBucket: 'pr', mediaType: 'earned' };
    const { rows: domains } = await sql.query('select domain_type, channel_bucket, media_type, tier1_type from domains where id = $1', [
      id,
    ]);
    assert.deepEqual(domains, [{ ...expected, tier1Type: 'information' }]);
    const { rows: links } = await sql.query(
      `select domain_type, channel_bucket, media_type, classification_source as source from referring_domains where referring_domain = 'paper.com'`,
    );
    assert.deepEqual(links, [{ ...expected, source: 'human_feedback' }]);
  });

  await t.test('a keyword is corrected by its text, and what was judged of others is judged again', async () => {
    await makeClassification(sql, 'keyword', { subject: 'acme crm', labels: { intent_type: 'informational' } });
    await makeClassification(sql, 'keyword', { subject: 'acme crm tool', labels: { intent_type: 'informational' } });
    const given = { entity_type: 'keyword', entity_id: ' Acme  CRM', corrected_intent_type: 'commercial' };
    const answer = await api.post(CORRECTIONS, given);
    assert.equal(answer.body.entity_id, 'acme crm');
    await learn();
    const { rows } = await sql.query(
      `select subject, source, verdicts -> 0 ->> 'label' as label, cached_until is null or cached_until > now() as is_kept
       from classifications where kind = 'keyword' order by subject`,
    );
    assert.deepEqual(rows, [
      { subject: 'acme crm', source: 'human_feedback', label: 'commercial', isKept: true },
      { subject: 'acme crm tool', source: 'rules', label: 'informational', isKept: false },
    ]);
    const judgements = [{ ...judged('informational', 60), dimension: 'intent_type' }];
    const judgeTool = async () => (await applyTaught(app.context, 'keyword', [{ item: 'acme crm tool', judgements }]))[0]?.[0]?.label;
    assert.equal(await judgeTool(), 'informational', 'one correction is a slip, or a case of its own');
    for (const subject of ['acme crm tools', 'acme crm toolkit']) {
      await makeClassification(sql, 'keyword', { subject, labels: { intent_type: 'informational' } });
      const more = { entity_type: 'keyword', entity_id: subject, corrected_intent_type: 'commercial' };
      assert.equal((await api.post(CORRECTIONS, more)).status, 200);
    }
    await learn();
    assert.equal(await judgeTool(), 'commercial');
  });

  await t.test('many are recorded by one request, all or none, whether they were classified before or not', async () => {
    const long = `https://long.example.com/${'a'.repeat(1_500)}`;
    const corrections = [
      { entity_type: 'domain', entity_id: 'batch-one.com', domain_type: 'forum' },
      { entity_type: 'url', entity_id: long, page_type: 'case_study' },
      { entity_type: 'keyword', entity_id: 'a batch of words', intent_type: 'commercial' },
    ];
    const wrong = [
      ...corrections,
      { entity_type: 'domain', entity_id: 'batch-two.com', domain_type: 'nonsense' },
      { entity_type: 'keyword', entity_id: 'kw_none', intent_type: 'commercial' },
      { entity_type: 'domain', entity_id: 'batch-three.com' },
    ];
    const refused = await api.post(`${CORRECTIONS}/batch`, { corrections: wrong });
    assert.equal(refused.status, 400);
    assert.deepEqual(
      refused.body.details.map(({ path }: { path: string }) => path),
      ['corrections[3].domain_type', 'corrections[4].entity_id', 'corrections[5].is_correct'],
    );
    const early = await api.post(`${CORRECTIONS}/batch`, {
      corrections: [{ entity_type: 'domain' }, { entity_type: 'url', entity_id: {} }],
    });
    assert.deepEqual(
      early.body.details.map(({ path }: { path: string }) => path),
      ['corrections[0].entity_id', 'corrections[1].entity_id'],
    );
    const historyOf = async (type: string, id: string) => await api.get(`${CORRECTIONS}/history/${type}/${encodeURIComponent(id)}`);
    assert.deepEqual((await historyOf('domain', 'batch-one.com')).body.history, [], 'nothing of a refused list is kept');

    const { status, body } = await api.post(`${CORRECTIONS}/batch`, { corrections });
    assert.deepEqual([status, body.recorded], [200, 3], JSON.stringify(body));
    assert.deepEqual(
      body.results.map(({ item, classification }: { item: string; classification: Record<string, string> }) => [
        item,
        classification['domain_type'] ?? classification['page_type'] ?? classification['intent_type'],
      ]),
      [
        ['batch-one.com', 'forum'],
        [long, 'case_study'],
        ['a batch of words', 'commercial'],
      ],
    );
    const { body: again } = await api.post('/api/admin/classifier/classify', { url: long, skip_fetch: true, skip_llm: true });
    assert.equal(again.classification.page_type, 'case_study');
  });

  await t.test('the pipeline answers it before any paid stage, for the item itself and for one like it', async () => {
    const classify = async (path: string, body: object) => (await api.post(path, { ...body, skip_fetch: true, skip_llm: true })).body;
    const own = await classify('/api/admin/classifier/classify', { url: 'https://shop.example.com/guide/red-shoes-42' });
    assert.equal(own.classification.page_type, 'product_page');
    const before = await classify('/api/admin/classifier/domain', { domain: 'widget-herald-seven.com' });
    assert.notEqual(before.classification.domain_type, 'forum');
    for (const domain of ['widget-herald-nine.com', 'widget-herald-seventeen.com', 'widget-herald-seventy.com']) {
      // It was never classified: that is done then.
      const given = await api.post(CORRECTIONS, { entity_type: 'domain', entity_id: domain, domain_type: 'forum' });
      assert.equal(given.status, 200, JSON.stringify(given.body));
      assert.match(given.body.corrections[0].source_before, /^rules/u);
    }
    await learn();
    const after = await classify('/api/admin/classifier/domain', { domain: 'widget-herald-seven.com' });
    assert.deepEqual([after.classification.domain_type, after.classification.tier1_type], ['forum', 'community'], JSON.stringify(after));
  });

  await t.test('a page that is corrected to and fro says nothing of its neighbours', async () => {
    const id = await makeUrl(sql, 'https://fight.example.com/story/alpha-1', { page_type: 'article', confidence: 80, source: 'rules' });
    for (let round = 0; round < 5; round += 1) {
      await correct(id, 'product_page');
      if (round % 2 === 0) await learn();
      await correct(id, 'forum_thread');
    }
    await learn();
    assert.deepEqual(await judge('https://fight.example.com/story/alpha-2'), judged('article', 85));
    const own = await judge('https://fight.example.com/story/alpha-1');
    assert.deepEqual([own?.label, own?.confidence], ['forum_thread', 50]);
  });

  await t.test('a rule that corrections suggest is part of stage 1 once a person accepts it', async () => {
    for (const at of [1, 2, 3]) {
      const url = `https://brand-${at}.example.net/lookbook/season-${at}`;
      await correct(await makeUrl(sql, url, { page_type: 'article', confidence: 60, source: 'rules' }), 'category_page');
    }
    const other = { subject: 'https://other.example.org/lookbook/history', labels: { page_type: 'documentation_page' } };
    await makeClassification(sql, 'url', other);
    await learn();
    const { patterns } = (await api.get(`${CORRECTIONS}/patterns?entity_type=url&min_count=3`)).body;
    const [pattern] = patterns;
    assert.deepEqual(
      [pattern.dimension, pattern.from_value, pattern.to_value, pattern.count, pattern.accepted_at],
      ['page_type', 'article', 'category_page', 3, null],
    );
    const { text, support, counter_examples: counterExamples } = pattern.suggested_rule;
    assert.deepEqual([text, support, counterExamples], ['path /lookbook/', 3, 1]);

    const unlike = 'https://somewhere-else.org/lookbook/entirely-different';
    assert.equal((await judge(unlike))?.label, 'article');
    const accepted = await api.post(`${CORRECTIONS}/patterns/${pattern.id}/accept`);
    assert.equal(accepted.status, 200);
    assert.ok(accepted.body.pattern.accepted_by);
    const found = await judge(unlike);
    assert.deepEqual([found?.label, found?.evidence], ['category_page', ['accepted rule: path /lookbook/, after 3 corrections']]);
    assert.equal((await api.post(`${CORRECTIONS}/patterns/${UNKNOWN}/accept`)).status, 404);
  });
});
