import { isPublicName } from '../hosts/public-name.ts';
import { sitePage } from '../pages/site-page.ts';
import { roundUsd } from './envelope.ts';
import type { FieldRules } from './fields.ts';
import { CONCURRENCY_MAX } from './limits.ts';
import { PRICES } from './prices.ts';
import { invalidField, ok, type TaskAnswer, type TaskRequest, type SearchTools } from './answer.ts';
import type { ProviderRoute } from './route.ts';

const TASKS_MAX = 20;

const fields: FieldRules = {
  fields: {
    url: { type: 'text' },
    custom_user_agent: { type: 'text' },
    browser_preset: { type: 'text', oneOf: ['desktop', 'mobile', 'tablet'] },
    browser_screen_width: { type: 'integer', min: 240, max: 9_999 },
    browser_screen_height: { type: 'integer', min: 240, max: 9_999 },
    browser_screen_scale_factor: { type: 'number', min: 0.5, max: 3 },
    store_raw_html: { type: 'flag' },
    disable_cookie_popup: { type: 'flag' },
    accept_language: { type: 'text' },
    enable_javascript: { type: 'flag' },
    enable_browser_rendering: { type: 'flag' },
    enable_xhr: { type: 'flag' },
    switch_pool: { type: 'flag' },
    ip_pool_for_scan: { type: 'text', oneOf: ['us', 'de'] },
    markdown_view: { type: 'flag' },
  },
  required: ['url'],
  requireOneOf: [],
};

/** The vendor's reader of pages: parts of the text of a page, with or without its scripts. */
export const onPageRoutes: readonly ProviderRoute[] = [
  {
    method: 'POST',
    path: '/v3/on_page/content_parsing/live',
    kind: 'live',
    tasksMax: TASKS_MAX,
    concurrencyMax: CONCURRENCY_MAX,
    fields,
    answer: answerContent,
  },
];

function answerContent({ world, now }: SearchTools, task: TaskRequest): TaskAnswer {
  const url = URL.parse(String(task['url']));
  if (url === null || !isPublicName(url.hostname)) return invalidField('url');
  const runsScripts = task['enable_javascript'] === true;
  const factor = task['enable_browser_rendering'] === true ? PRICES.onPageBrowserFactor : runsScripts ? PRICES.onPageScriptFactor : 1;
  const reply = sitePage(world, { hostname: url.hostname, path: url.pathname }, runsScripts);
  const item = {
    type: 'content_parsing_element',
    fetch_time: now()
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/u, ' +00:00'),
    status_code: reply.status,
    page_content: parsePage(reply.body.toString(), url),
    page_as_markdown: null,
  };
  const crawl = { crawl_progress: 'finished', crawl_status: { max_crawl_pages: 1, pages_in_queue: 0, pages_crawled: 1 } };
  return ok([{ ...crawl, items_count: 1, items: [item] }], roundUsd(PRICES.onPage * factor));
}

function parsePage(html: string, base: URL): Record<string, unknown> {
  const body = /<body[^>]*>(.*)<\/body>/su.exec(html)?.[1] ?? html;
  const plain = body.replaceAll(/<(script|style|noscript)\b.*?<\/\1>/gsu, '');
  const [header, footer] = ['header', 'footer'].map((name) => new RegExp(`<${name}\\b[^>]*>(.*?)</${name}>`, 'su').exec(plain)?.[1]);
  const main = plain.replaceAll(/<(header|footer)\b.*?<\/\1>/gsu, '');
  const title = cleanText(/<title>(.*?)<\/title>/su.exec(html)?.[1] ?? '');
  const section = (part: string | undefined) =>
    part === undefined ? null : { primary_content: passages(part, base), secondary_content: null, table_content: null };
  return {
    header: section(header),
    footer: section(footer),
    main_topic: topics(main, base, title),
    secondary_topic: null,
    ratings: null,
    offers: null,
    comments: null,
    contacts: null,
  };
}

/** A heading, and what stands below it. */
function topics(main: string, base: URL, title: string): Record<string, unknown>[] {
  return main.split(/(?=<h[1-6]\b)/u).flatMap((part) => {
    const [, level, words = ''] = /^<h([1-6])\b[^>]*>(.*?)<\/h\1>/su.exec(part) ?? [];
    const rest = passages(part.replace(/^<h([1-6])\b.*?<\/h\1>/su, ''), base);
    if (level === undefined && rest.length === 0) return [];
    const named = { h_title: level === undefined ? null : cleanText(words), main_title: title, author: null, language: null };
    return [
      { ...named, level: level === undefined ? null : Number(level), primary_content: rest, secondary_content: null, table_content: null },
    ];
  });
}

function passages(part: string, base: URL): Record<string, unknown>[] {
  return part.split(/<\/?(?:p|li|ul|ol|div|section|article|form|tr|table|br|main|nav|aside|time)\b[^>]*>/u).flatMap((piece) => {
    const words = cleanText(piece);
    if (words === '') return [];
    const urls = [...piece.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gsu)].map(([, href = '', anchor = '']) => ({
      url: URL.parse(href, base.href)?.href ?? href,
      anchor_text: cleanText(anchor),
    }));
    return [{ text: words, url: null, urls: urls.length === 0 ? null : urls }];
  });
}

function cleanText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
