import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPageBucket } from '../../vocabulary/pages.ts';
import { extractSignals } from '../reading/extract-signals.ts';
import { judgeFile, judgePage, judgePagePlaceholder } from './judge-page.ts';

const prose =
  '<p>The bridge was closed for the whole winter, and the people of the valley took the long way round by the lake every day.</p>';
const json = (value: object): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const menu = '<nav><a href="/">Home</a><a href="/a">A</a><a href="/b">B</a></nav>';

/** Pages as systems make them: page type, path, markup. */
const PAGES: readonly (readonly [pageType: string, path: string, html: string])[] = [
  ['homepage', '/', `<body class="home">${menu}${prose}<a href="/x">Read more</a></body>`],
  [
    'product_page',
    '/p/1',
    `${json({ '@type': 'Product', offers: { '@type': 'Offer' } })}<h1>Lamp</h1><p>$49.00</p><button>Add to cart</button><p>In stock. Product details.</p>`,
  ],
  [
    'product_page',
    '/artikel/77',
    `<body class="single-product woocommerce"><h1>Lampe</h1><p>49,00 €</p><button>In den Warenkorb</button><p>Artikelnummer 77</p></body>`,
  ],
  [
    'category_page',
    '/lamps',
    `<body class="tax-product_cat">${'<div class="product-card"><a href="/p">Lamp</a> $12.00</div>'.repeat(24)}<p>Sort by price. Showing 1 to 24</p></body>`,
  ],
  [
    'pricing_page',
    '/x',
    `<h1>Choose your plan</h1><p>$9 per user per month, billed annually. Compare plans.</p><a href="/s">Start free trial</a>`,
  ],
  [
    'news_article',
    '/2024/01/05/bridge',
    `${json({ '@type': 'NewsArticle' })}<article><h1>Bridge closed</h1><span class="byline">By A. Writer</span> January 5, 2024 ${prose.repeat(20)}</article>`,
  ],
  [
    'blog_post',
    '/why-i-walk',
    `${json({ '@type': 'BlogPosting' })}<body class="single-post"><article><h1>Why I walk</h1>${prose.repeat(20)}</article><section class="comments-area">Leave a comment</section></body>`,
  ],
  ['recipe_page', '/soup', `${json({ '@type': 'Recipe' })}<h1>Soup</h1><p>Ingredients</p><p>Prep time 10 minutes</p>`],
  [
    'forum_thread',
    '/t/pump/9',
    `<meta name="generator" content="Discourse 3.4"><h1>Pump does not start</h1>${'<div class="post-body">It hums.</div>'.repeat(6)}<a href="/r">Reply to this topic</a>`,
  ],
  ['question_page', '/q/9', `${json({ '@type': 'QAPage' })}<h1>Why does it hum?</h1><p>3 votes. Accepted answer.</p>`],
  [
    'documentation_page',
    '/install',
    `<meta name="generator" content="Docusaurus v3"><h1>Install</h1>${'<pre>npm install</pre>'.repeat(4)}<p>On this page. Getting started.</p>`,
  ],
  [
    'support_page',
    '/hc/1',
    '<link href="https://static.zdassets.com/hc/theming_assets/x.css"><h1>Reset</h1><p>Was this article helpful?</p>',
  ],
  [
    'login_page',
    '/x',
    '<h1>Welcome</h1><form><input type="email"><input type="password"><a href="/f">Forgot your password?</a><button>Log in</button></form>',
  ],
  [
    'wiki_page',
    '/wiki/Bridge',
    `<meta name="generator" content="MediaWiki 1.44"><h1>Bridge</h1>${prose.repeat(8)}<a href="/h">View history</a>`,
  ],
  ['job_posting', '/j/5', `${json({ '@type': 'JobPosting' })}<h1>Welder (m/w/d)</h1><a href="/apply">Jetzt bewerben</a>`],
  ['search_results', '/s?q=a', '<body class="search-results"><p>12 results found</p></body>'],
  ['profile_page', '/u/eva', `<meta property="og:type" content="profile"><h1>Eva</h1><button>Follow</button><p>120 followers</p>`],
  [
    'video_page',
    '/v/1',
    `<meta property="og:type" content="video.other">${json({ '@type': 'VideoObject' })}<video src="a.mp4"></video><p>1,200 views</p>`,
  ],
];

test('knows pages by how they are made, with reasons', async () => {
  for (const [pageType, path, html] of PAGES) {
    const url = `https://site.example.com${path}`;
    const [type, bucket] = judgePage(await extractSignals(html, url), url);
    assert.equal(type?.label, pageType, path);
    assert.ok((type?.evidence.length ?? 0) > 0 && bucket !== undefined, path);
    assert.ok((bucket?.confidence ?? 0) >= (type?.confidence ?? 100), `${path}: the coarser label is as sure`);
    // Reasons of the coarser label are those of its likeliest finer one.
    if (findPageBucket(pageType) === bucket?.label) assert.deepEqual(bucket?.evidence, type?.evidence, path);
  }
});

test('is not sure of a page that says little', async () => {
  const url = 'https://site.example.com/x';
  const judgements = judgePage(await extractSignals('<h1>Hello</h1><p>Some words.</p><article></article>', url), url);
  assert.ok(judgements.every(({ confidence }) => confidence < 50));
});

test('what the address says is weighed beside the content, and adds nothing to a page that says nothing', async () => {
  const url = 'https://site.example.com/x';
  const post = `${json({ '@type': 'Article' })}<body class="single"><article><h1>Why I walk</h1>${prose.repeat(20)}</article>`;
  const judge = async (html: string, label?: string, confidence = 60) => {
    const address = label === undefined ? [] : [{ dimension: 'page_type', label, confidence, evidence: [`path of ${label}`] }];
    return judgePage(await extractSignals(html, url), url, address)[0];
  };
  const [alone, agreeing, deciding] = [await judge(post), await judge(post, 'article'), await judge(post, 'blog_post')];
  assert.deepEqual([alone?.label, agreeing?.label, deciding?.label], ['article', 'article', 'blog_post']);
  assert.ok(agreeing!.confidence > alone!.confidence, 'two that agree are surer');
  assert.ok(deciding?.evidence.includes('path of blog_post'));
  assert.equal((await judge(post, 'cart_page'))?.label, 'article', 'content that declares what it is wins over an unsure address');
  assert.ok((await judge(post, 'cart_page'))!.confidence <= alone!.confidence, 'two that contradict each other are less sure');
  assert.equal((await judge('<p>Some words.</p><input>', 'calendar_page'))?.label, 'calendar_page', 'no page shows that type');
  assert.equal(await judge('<p>x</p>', 'article'), undefined);
});

test('only the root without a query is taken for a first page, and the next best label is another one', async () => {
  const html = `<body class="home">${menu}${prose}<a href="/x">Read more</a></body>`;
  const judge = async (path: string) => {
    const url = `https://site.example.com${path}`;
    return judgePage(await extractSignals(html, url), url);
  };
  const says = 'the first page of its host';
  const [type, bucket] = await judge('/');
  assert.ok(type?.evidence.includes(says));
  for (const { label, secondBest } of [type, bucket].filter((judgement) => judgement !== undefined)) {
    assert.notEqual(secondBest?.label, label);
  }
  for (const path of ['/?q=a', '/x']) assert.ok(!(await judge(path)).some(({ evidence }) => evidence.includes(says)), path);
});

test('a placeholder is the page that it is in place of, a wall is less sure, and what says nothing of the page is no judgement', () => {
  const judge = (kind: Parameters<typeof judgePagePlaceholder>[0]['kind']) =>
    judgePagePlaceholder({ kind, confidence: 90, evidence: ['a line of its text'] }).map(({ dimension, label, confidence }) => [
      dimension,
      label,
      confidence,
    ]);
  assert.deepEqual(judge('parked')[0], ['page_type', 'parked_page', 90]);
  assert.deepEqual(judge('not_found')[0], ['page_type', 'error_page', 90]);
  assert.deepEqual(judge('login_wall')[0], ['page_type', 'login_page', 60]);
  assert.equal(judge('login_wall')[1]?.[2], 60);
});

test('a file is what its type says, whatever follows it', () => {
  const files = [
    ['application/pdf', 'pdf'],
    ['image/png', 'image'],
    ['application/rss+xml; charset=utf-8', 'feed'],
    ['video/mp4', 'video_page'],
    ['application/octet-stream', 'file'],
    ['', 'file'],
  ] as const;
  for (const [contentType, label] of files) {
    const [type] = judgeFile(contentType);
    assert.deepEqual([type?.dimension, type?.label, type?.confidence], ['page_type', label, 95], contentType);
  }
});
