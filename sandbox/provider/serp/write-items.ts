import type { ResultItem } from '../../serp/layout.ts';
import type { SearchEngine } from '../../serp/query.ts';
import type { RankedPage } from '../../serp/ranking.ts';
import { breadcrumbOf } from '../../serp/texts.ts';
import type { Form } from '../answer.ts';
import { pointerOf, ratingOfPage, rectangleOf, toGoogleItem, xpathOf, type WireContext, linkOf } from '../keywords/wire-google.ts';

/** One character beyond Latin-1 would double the memory of the whole answer, and the time to encode it. */
const ARROW = '\\u203a';
/** What JSON has to escape. */
const UNSAFE = /["\\\p{Cc}\p{Cs}]/u;

/** The elements of a page, each as JSON. */
export function writeItems(
  items: readonly ResultItem[],
  { engine, form }: { readonly engine: SearchEngine; readonly form: Form },
  context: WireContext,
): string[] {
  if (form === 'regular') return items.map((item) => JSON.stringify(toRegularItem(item, context)));
  const { text, title } = context.result.query.facts;
  // Beside the keyword, elements say only what this world has made up, without any such character.
  const quote = UNSAFE.test(text + title) ? (words: string): string => JSON.stringify(words) : (words: string): string => `"${words}"`;
  const toItem = engine === 'google' ? toGoogleItem : toBingItem;
  return items.map((item) => (item.type === 'organic' ? writeOrganic(item, context, quote) : JSON.stringify(toItem(item, context))));
}

/** Nine of ten elements are organic: written as text, since this decides how fast the sandbox is. */
function writeOrganic(item: ResultItem, context: WireContext, quote: (words: string) => string): string {
  const { site } = item.source as RankedPage;
  const { domain, title, description, url } = pointerOf(item, context);
  const rectangle = rectangleOf(item, context);
  const rating = ratingOfPage(item, context);
  return (
    `{"type":"organic","rank_group":${item.rankGroup},"rank_absolute":${item.rankAbsolute},"page":${item.page},"position":"${item.side}"` +
    `,"xpath":"${xpathOf(item)}","rectangle":${rectangle === null ? 'null' : JSON.stringify(rectangle)}` +
    `,"domain":"${domain}","title":${quote(title)},"description":${quote(description)},"url":"${url}"` +
    `,"breadcrumb":"${breadcrumbOf(url, ARROW)}","cache_url":null,"related_search_url":null,"website_name":${quote(site.name)}` +
    `,"is_image":false,"is_video":${site.role === 'video'},"is_featured_snippet":${item.isFeatured},"is_malicious":false` +
    `,"is_web_story":false,"pre_snippet":null,"extended_snippet":null,"images":null,"amp_version":false` +
    `,"rating":${rating === null ? 'null' : JSON.stringify(rating)},"price":null,"highlighted":[${quote(context.result.query.facts.text)}]` +
    ',"links":null,"faq":null,"extended_people_also_search":null,"about_this_result":null,"related_result":null,"timestamp":null,"checks":null}'
  );
}

/** An element of the second engine's page: the same fields, but for places and overviews. */
function toBingItem(item: ResultItem, context: WireContext): Record<string, unknown> {
  const wire = toGoogleItem(item, context);
  if (item.type === 'local_pack') return { ...wire, is_claimed: true };
  if (item.type !== 'ai_overview') return wire;
  const { asynchronous_ai_overview: _unused, ...rest } = wire;
  return rest;
}

/** An element in the short form. */
function toRegularItem(item: ResultItem, context: WireContext): Record<string, unknown> {
  return { type: item.type, rank_group: item.rankGroup, rank_absolute: item.rankAbsolute, page: item.page, ...linkOf(item, context) };
}
