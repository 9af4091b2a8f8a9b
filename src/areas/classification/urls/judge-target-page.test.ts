import assert from 'node:assert/strict';
import { it } from 'node:test';
import { judgeTargetPage } from './judge-target-page.ts';

const PAGES: Readonly<Record<string, string>> = {
  '/': 'homepage',
  '/pricing': 'pricing_page',
  '/products': 'category_page',
  '/products/rocket-skates': 'product_page',
  '/request-a-demo': 'demo_page',
  '/free-trial': 'trial_page',
  '/signup': 'signup_page',
  '/lp/summer': 'landing_page',
  '/enterprise': 'enterprise_page',
  '/features/tracking': 'features_page',
  '/solutions/retail': 'solutions_page',
  '/industries/health': 'industry_page',
  '/use-cases/hunting': 'use_case_page',
  '/services/drafting': 'service_page',
  '/integrations/mail': 'integrations_page',
  '/compare/acme-vs-road-runner': 'comparison_page',
  '/alternatives/coyote': 'alternatives_page',
  '/download': 'app_page',
  '/locations/tucson': 'location_page',
  '/partners': 'partners_page',
  '/blog': 'blog_index',
  '/blog/pricing-strategies': 'blog_post',
  '/press': 'press_page',
  '/customers/beep': 'case_study',
  '/testimonials': 'testimonials_page',
  '/guides/how-to-fall': 'guide_page',
  '/ebooks/all-about-cliffs': 'ebook_page',
  '/reports/state-of-cliffs': 'report_page',
  '/webinars/trends': 'webinar_page',
  '/templates/invoice': 'template_page',
  '/tools/roi-calculator': 'tool_page',
  '/glossary/what-is-tnt': 'glossary_page',
  '/docs/usage/pricing-api': 'documentation_page',
  '/api/orders': 'api_reference_page',
  '/changelog': 'changelog_page',
  '/help/returns': 'support_page',
  '/about': 'about_page',
  '/careers': 'careers_page',
  '/contact': 'contact_page',
  '/legal/terms': 'legal_page',
  '/login': 'login_page',
  '/account/orders': 'account_page',
};

it("names a customer's own pages", () => {
  const wrong = Object.entries(PAGES)
    .map(([path, expected]) => ({ path, expected, type: judgeTargetPage(`https://acme.io${path}`).type }))
    .filter(({ expected, type }) => type !== expected);
  assert.deepEqual(wrong, []);
});

it('tells pages that earn', () => {
  const earning = Object.keys(PAGES).filter((path) => judgeTargetPage(`https://acme.io${path}`).isMoneyPage);
  assert.deepEqual(earning, [
    '/',
    '/pricing',
    '/products/rocket-skates',
    '/request-a-demo',
    '/free-trial',
    '/signup',
    '/lp/summer',
    '/enterprise',
  ]);
  assert.equal(judgeTargetPage('https://acme.io/blog/x-y-z').category, 'editorial');
});

it('says nothing of what no rule knows, and never that it does not earn', () => {
  assert.deepEqual(judgeTargetPage(''), {
    type: null,
    category: null,
    isMoneyPage: null,
    confidence: 0,
    evidence: ['no rule knows the address'],
  });
});

it('is helped by a title and by what was read where the address says little, and only there', () => {
  const url = 'https://acme.io/x7f3q';
  const titled = judgeTargetPage(url, { title: 'Pricing | Acme' });
  assert.deepEqual([titled.type, titled.isMoneyPage, titled.evidence], ['pricing_page', true, ['title "Pricing"']]);
  const read = { label: 'product_page', confidence: 88, evidence: ['declares Product of schema.org'] };
  const found = judgeTargetPage(url, { title: 'Rocket skates for coyotes', read });
  assert.deepEqual([found.type, found.evidence], ['product_page', ['read as product_page', 'declares Product of schema.org']]);
  assert.equal(judgeTargetPage('https://acme.io/blog/rocket-skates', { title: 'Pricing | Acme', read }).type, 'blog_post');
});

it('prefers a title that names a kind of page to a reading that names none, however sure, and believes short titles only', () => {
  const url = 'https://acme.io/x7f3q';
  const read = { label: 'a label of no target page', confidence: 99, evidence: ['reads so'] };
  assert.equal(judgeTargetPage(url, { read }).type, 'other_page');
  assert.equal(judgeTargetPage(url, { title: 'Pricing | Acme', read }).type, 'pricing_page');
  assert.equal(judgeTargetPage(url, { title: 'Pricing of four rockets | Acme' }).type, judgeTargetPage(url).type);
});
