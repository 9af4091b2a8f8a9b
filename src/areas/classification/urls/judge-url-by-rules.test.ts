import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Judgement } from '../engine/judgement.ts';
import { toKnownLabel } from '../vocabulary/to-known-label.ts';
import { judgeUrlByRules } from './judge-url-by-rules.ts';

function judge(url: string, domain: readonly Judgement[] = []): Judgement {
  const pageType = judgeUrlByRules(url, domain).find(({ dimension }) => dimension === 'page_type');
  assert.ok(pageType !== undefined, url);
  return pageType;
}

function assertTypes(cases: Readonly<Record<string, string>>): void {
  const wrong = Object.entries(cases)
    .map(([url, expected]) => ({ url, expected, label: judge(url).label }))
    .filter(({ expected, label }) => label !== expected);
  assert.deepEqual(wrong, []);
}

describe('the page type by rules', () => {
  it('follows the section rather than a word in the title', () => {
    assertTypes({
      'https://acme.com/blog/pricing-strategies': 'blog_post',
      'https://acme.com/docs/usage/pricing-api': 'documentation_page',
      'https://acme.com/products/blog/how-we-test-our-ladders': 'blog_post',
      'https://acme.com/help/articles/delete-account': 'support_page',
      'https://acme.com/blog/login': 'login_page',
      'https://acme.com/recipes/chocolate-chip-cookies': 'recipe_page',
    });
  });

  it('tells an index from its items by the last segment', () => {
    assertTypes({
      'https://acme.com/blog': 'listing',
      'https://acme.com/blog/how-to-choose-a-ladder': 'blog_post',
      'https://acme.com/news/': 'listing',
      'https://acme.com/forum/': 'listing',
      'https://acme.com/collections/ladders': 'category_page',
      'https://acme.com/collections/ladders/products/step-ladder': 'product_page',
      'https://acme.com/viewforum.php?f=3': 'listing',
      'https://acme.com/viewtopic.php?f=3&t=99': 'forum_thread',
    });
  });

  it('lets a sub-domain decide before the path does', () => {
    assertTypes({
      'https://help.acme.com/en/moving-house': 'support_page',
      'https://docs.acme.com/install/linux': 'documentation_page',
      'https://blog.acme.com/ten-ladders-that-we-love': 'blog_post',
      'https://careers.acme.com/warehouse-worker': 'job_posting',
      'https://status.acme.com/': 'status_page',
      'https://login.acme.com/': 'login_page',
      'https://shop.acme.com/': 'homepage',
    });
  });

  it('reads ids in parameters, routes in fragments and hosted platforms', () => {
    assertTypes({
      'https://acme.com/?p=1234': 'article',
      'https://acme.com/showthread.php?t=77': 'forum_thread',
      'https://news.ycombinator.com/item?id=1': 'forum_thread',
      'https://app.acme.com/#/pricing': 'pricing_page',
      'https://acme.com/index.php?route=product/product&product_id=5': 'product_page',
      'https://maria.blogspot.com/2014/08/my-first-post.html': 'blog_post',
      'https://maria.substack.com/p/my-first-post': 'blog_post',
      'https://acme.github.io/docs/install': 'documentation_page',
      'https://acme.fandom.com/wiki/Ladder': 'wiki_page',
    });
  });

  it('knows the words of privacy, contact, prices, cart, login, help and jobs in 20 languages', () => {
    assertTypes({
      'https://a.de/datenschutz': 'legal_page',
      'https://a.fr/mentions-legales': 'legal_page',
      'https://a.es/politica-de-privacidad': 'legal_page',
      'https://a.it/contatti': 'contact_page',
      'https://a.com.br/fale-conosco': 'contact_page',
      'https://a.nl/prijzen': 'pricing_page',
      'https://a.pl/cennik': 'pricing_page',
      'https://a.cz/kosik': 'cart_page',
      'https://a.hu/adatvedelem': 'legal_page',
      'https://a.ro/cos-de-cumparaturi': 'cart_page',
      'https://a.se/logga-in': 'login_page',
      'https://a.dk/kundeservice': 'support_page',
      'https://a.no/personvern': 'legal_page',
      'https://a.fi/yhteystiedot': 'contact_page',
      'https://a.com.tr/iletisim': 'contact_page',
      'https://a.ru/контакты': 'contact_page',
      'https://a.ua/контакти': 'contact_page',
      'https://a.gr/epikoinonia': 'contact_page',
      'https://a.hr/uvjeti-koristenja': 'legal_page',
      'https://a.sk/obchodne-podmienky': 'legal_page',
      'https://a.jp/お問い合わせ': 'contact_page',
      'https://a.cn/联系我们': 'contact_page',
      'https://a.kr/고객센터': 'support_page',
      'https://a.vn/lien-he': 'contact_page',
      'https://a.id/kebijakan-privasi': 'legal_page',
      'https://a.de/karriere': 'careers_page',
    });
  });

  it('knows files by their endings', () => {
    assertTypes({
      'https://acme.com/report.pdf?download=1': 'pdf',
      'https://acme.com/slides.pptx': 'pdf',
      'https://acme.com/a/photo.JPG': 'image',
      'https://acme.com/feed.rss': 'feed',
      'https://acme.com/feed/': 'feed',
    });
  });

  it('takes paths without known words by the kind of their site', () => {
    const type = (label: string): Judgement[] => [{ dimension: 'domain_type', label, confidence: 90, evidence: [] }];
    const url = 'https://example.org/oak-tables';
    assert.equal(judge(url, type('social')).label, 'profile_page');
    assert.equal(judge(url, type('wiki')).label, 'article');
    assert.equal(judge('https://example.org/mayor-opens-bridge-after-long-delay', type('news')).label, 'news_article');
  });

  it('takes digits for a year only where they are one, and a date for that of a text only where texts are', () => {
    assertTypes({
      'https://acme.com/archives/2014': 'listing',
      'https://acme.com/archives/2598': 'article',
      'https://acme.com/2014/': 'listing',
      'https://acme.com/2014/05/20/a-day-at-the-lake': 'article',
      'https://acme.com/hotels/2024/05/12/lake-view': 'search_results',
      'https://acme.com/flights/2024-05-12/rome-oslo': 'search_results',
      'https://acme.com/events/2024/05/': 'calendar_page',
    });
    assert.notEqual(judge('https://acme.com/3003').label, 'listing');
  });

  it('reads later pages, fronts in a language, and files at the front', () => {
    assertTypes({
      'https://acme.com/page/2/': 'listing',
      'https://acme.com/en.html': 'homepage',
      'https://acme.com/index.de.html': 'homepage',
      'https://acme.com/fr.php': 'homepage',
      'https://acme.com/index.xml': 'feed',
      'https://acme.com/#/pricing': 'pricing_page',
    });
  });

  it('takes the paths of a board, a help centre and a checkout for theirs, and not for a category of goods', () => {
    assertTypes({
      'https://community.acme.com/c/payments/slow-transfer/td-p/12345': 'forum_thread',
      'https://community.acme.com/c/payments/how-to-pay/ta-p/12345': 'support_page',
      'https://discuss.acme.com/c/support': 'listing',
      'https://forum.acme.com/archive/index.php/t-123.html': 'forum_thread',
      'https://forum.acme.com/archive/index.php/f-12.html': 'listing',
      'https://checkout.acme.com/c/pay/cs_live_a1b2c3': 'cart_page',
    });
    assert.ok(judge('https://papers.acme.org/v5/smith14.html').confidence < 80);
  });

  it('has a word for every type of page that an address can say', () => {
    assertTypes({
      'https://acme.com/author/jane-doe': 'author_page',
      'https://acme.com/events/summer-fair-in-the-park': 'event_page',
      'https://acme.com/calendar/2024-05': 'calendar_page',
      'https://acme.com/directory/hill-plumbing': 'directory_entry',
      'https://acme.com/404.html': 'error_page',
      'https://acme.com/guides/how-to-choose-a-sofa': 'guide_page',
      'https://acme.com/interviews/a-talk-with-jane-doe': 'interview',
      'https://acme.com/coming-soon': 'parked_page',
      'https://acme.com/questions/how-do-i-cook-rice': 'question_page',
      'https://acme.com/reviews/dyson-v11': 'review_page',
      'https://social.acme.com/@jane/110123456789': 'social_post',
      'https://acme.com/tag/shoes': 'tag_page',
      'https://wiki.acme.com/wiki/Ladder': 'wiki_page',
      'https://acme.com/go/vendor': 'redirect_page',
      'https://acme.com/redirect?url=https%3A%2F%2Fexample.com': 'redirect_page',
      'https://bit.ly/3xyzab': 'redirect_page',
      'https://best-casino-slots-poker-777777.top/casino/slots': 'spam_page',
    });
  });

  it('finds the lists of branches in many languages', () => {
    assertTypes({
      'https://acme.com/store-locator': 'listing',
      'https://acme.de/filialfinder': 'listing',
      'https://acme.fr/nos-magasins': 'listing',
      'https://acme.es/tiendas': 'listing',
      'https://acme.cz/prodejny': 'listing',
      'https://acme.com/pages/our-stores': 'listing',
    });
  });

  it('says in words that people understand why', () => {
    assert.deepEqual(judge('https://acme.com/pricing').evidence, ['path /pricing']);
    assert.deepEqual(judge('https://meta.example.com/t/a-title/123').evidence, ['Discourse topic, path /t/a-title/123']);
    assert.ok(judge('https://www.amazon.co.uk/dp/B000000000').evidence.includes('item of a marketplace on amazon.*'));
  });

  it('does not mistake an account for a user, nor a reserved word', () => {
    assertTypes({
      'https://github.com/jane-doe': 'profile_page',
      'https://twitter.com/jane_doe': 'profile_page',
      'https://twitter.com/login': 'login_page',
      'https://www.udemy.com/user/close-account/': 'account_page',
      'https://vimeo.com/76979871': 'video_page',
    });
  });
});

describe('every dimension of a URL', () => {
  it('takes only labels of its vocabulary', () => {
    const urls = [
      'https://a.com/',
      'https://a.com/x.pdf',
      'https://a.com/blog/page/2',
      'https://a.com/search?q=x',
      'https://best-casino-slots-poker-777777.top/casino/slots',
    ];
    for (const url of urls) {
      for (const { dimension, label } of judgeUrlByRules(url, []))
        assert.equal(toKnownLabel(dimension, label), label, `${url}: ${dimension}`);
    }
  });

  it('derives bucket, form, place in the site, tactic and spam', () => {
    const labelsOf = (url: string): Record<string, string> =>
      Object.fromEntries(judgeUrlByRules(url, []).map(({ dimension, label }) => [dimension, label]));
    assert.deepEqual(labelsOf('https://acme.com/blog/page/2'), {
      page_type: 'listing',
      page_bucket: 'programmatic',
      content_type: 'list',
      structural_type: 'paginated',
      tactic_type: 'programmatic',
      spam_tier: 'clean',
    });
    assert.deepEqual(labelsOf('https://acme.com/podcast/episode-12-the-ladder'), {
      page_type: 'video_page',
      page_bucket: 'asset',
      content_type: 'audio',
      structural_type: 'leaf',
      tactic_type: 'influencer',
      spam_tier: 'clean',
    });
    const spam = labelsOf('https://best-casino-slots-poker-777777.top/casino/slots');
    assert.deepEqual([spam['spam_tier'], spam['page_bucket'], spam['tactic_type']], ['high', 'risky', 'blackhat']);
  });

  it('is surer of the bucket than of the page type when the second-best type is of the same bucket', () => {
    const judgements = judgeUrlByRules('https://acme.com/news/bridge', []);
    const [pageType, bucket] = ['page_type', 'page_bucket'].map((dimension) =>
      judgements.find((judgement) => judgement.dimension === dimension),
    );
    assert.ok((bucket?.confidence ?? 0) >= (pageType?.confidence ?? 0));
  });
});
