import { DAY_MS } from '#kernel/durations.ts';
import { mix, unit } from '../../hashing.ts';
import type { ResultItem, ResultPages } from '../../serp/layout.ts';
import { drawOverview } from '../../serp/overview.ts';
import type { RankedPage } from '../../serp/ranking.ts';
import { addressOf, breadcrumbOf, descriptionOf, questionsOf, relatedOf, summaryOf, titleOf } from '../../serp/texts.ts';
import { toVendorTime } from '../envelope.ts';

/** What an element may need beside itself. */
export interface WireContext {
  readonly result: ResultPages;
  readonly now: Date;
  /** Whether overviews that come after the page were asked for. */
  readonly loadsOverview: boolean;
  readonly withRectangles: boolean;
  readonly questionClicks: number;
  /** Query parameters to take off addresses. */
  readonly removedParameters: readonly string[];
}

type Wire = Record<string, unknown>;
const QUESTIONS = 4;

/** What every element has. */
function frameOf(item: ResultItem, context: WireContext): Wire {
  return {
    type: item.type,
    rank_group: item.rankGroup,
    rank_absolute: item.rankAbsolute,
    page: item.page,
    position: item.side,
    xpath: xpathOf(item),
    rectangle: rectangleOf(item, context),
  };
}

export function xpathOf({ side, page, rankAbsolute }: ResultItem): string {
  return `/html[1]/body[1]/div[${side === 'left' ? 3 : 4}]/div[1]/div[${page}]/div[${rankAbsolute}]`;
}

/** Only when asked for. */
export function rectangleOf(item: ResultItem, { withRectangles }: WireContext): Wire | null {
  return withRectangles ? { x: item.side === 'left' ? 180 : 860, y: 180 + 160 * item.rankAbsolute, width: 652, height: 150 } : null;
}

/** An element of the first engine's page in the vendor's `advanced` form, but for the organic ones. */
export function toGoogleItem(item: ResultItem, context: WireContext): Wire {
  const frame = frameOf(item, context);
  switch (item.type) {
    case 'paid':
      return paid(frame, item, context);
    case 'featured_snippet':
      return { ...frame, ...linkOf(item, context), featured_title: null, timestamp: null, images: null, table: null };
    case 'local_pack':
      return { ...frame, ...localPackFields(item) };
    case 'people_also_ask':
      return { ...frame, items: questions(context) };
    case 'related_searches':
      return { ...frame, items: relatedOf(context.result.query) };
    case 'ai_overview':
      return { ...frame, ...overviewFields(context) };
    case 'images':
      return {
        ...frame,
        title: `Images for ${context.result.query.facts.text}`,
        url: null,
        items: imagesOf(context),
        related_image_searches: null,
      };
    case 'video':
      return { ...frame, items: videosOf(context) };
    case 'top_stories':
      return { ...frame, title: null, items: storiesOf(context) };
    case 'knowledge_graph':
      return { ...frame, ...knowledgeFields(item, context) };
    default:
      return frame;
  }
}

export function ratingOf(value: number, votes: number): Wire {
  return { rating_type: 'Max5', value, votes_count: votes, rating_max: 5 };
}

/** What buyers think, of some pages that sell. */
export function ratingOfPage(item: ResultItem, { result: { query } }: WireContext): Wire | null {
  const source = item.source as RankedPage;
  const own = mix(source.site.hash, query.facts.hash + 61);
  const isRated = own % 7 === 0 && source.ordinal === 0 && query.facts.intent !== 'informational';
  return isRated ? ratingOf(Math.round(10 * (3 + 2 * unit(own))) / 10, 3 + (own % 900)) : null;
}

function paid(frame: Wire, item: ResultItem, context: WireContext): Wire {
  const { site } = item.source as RankedPage;
  const link = linkOf(item, context);
  return {
    ...frame,
    domain: link.domain,
    title: link.title,
    description: link.description,
    url: link.url,
    breadcrumb: link.breadcrumb,
    website_name: site.name,
    is_image: false,
    is_video: false,
    images: null,
    highlighted: null,
    extra: { ad_aclk: `sandbox${site.hash.toString(36)}` },
    description_rows: null,
    links: null,
    price: null,
    rating: null,
    checks: null,
  };
}

interface Pointer {
  readonly domain: string | null;
  readonly title: string;
  readonly description: string;
  readonly url: string;
}

/** What every element that points at a page says of it. */
export function linkOf(item: ResultItem, context: WireContext): Pointer & { readonly breadcrumb: string | null } {
  const pointer = pointerOf(item, context);
  const breadcrumb = item.type === 'organic' ? breadcrumbOf(pointer.url) : item.type === 'paid' ? pointer.url : null;
  return { ...pointer, breadcrumb };
}

export function pointerOf(item: ResultItem, context: WireContext): Pointer {
  const source = item.source as RankedPage;
  const { query } = context.result;
  return {
    domain: item.domain,
    title: titleOf(source, query),
    description: descriptionOf(source, query),
    url: withoutParameters(item.url ?? '', context.removedParameters),
  };
}

function localPackFields(item: ResultItem): Wire {
  const business = item.business;
  return {
    title: business?.title,
    description: `${business?.street}\nOpen until 6 PM`,
    domain: item.domain,
    phone: business?.phone,
    url: item.url,
    is_paid: false,
    rating: business === undefined ? null : ratingOf(business.rating, business.ratingCount),
    cid: business?.cid,
    booking_url: null,
  };
}

/** Each click opens two further questions. */
function questions(context: WireContext): Wire[] {
  const { query, ranked } = context.result;
  return questionsOf(query, QUESTIONS + 2 * context.questionClicks).map((title, index) => ({
    type: 'people_also_ask_element',
    title,
    seed_question: index >= QUESTIONS ? questionsOf(query, 1)[0] : null,
    xpath: null,
    expanded_element: ranked.slice(index, index + 1).map((page) => ({
      type: 'people_also_ask_expanded_element',
      featured_title: null,
      ...pageFields(page, context),
      images: null,
      timestamp: null,
      table: null,
    })),
  }));
}

function overviewFields(context: WireContext): Wire {
  const { query } = context.result;
  const { isDeferred = false, references = [], inElements = 0 } = drawOverview(context.result) ?? {};
  if (isDeferred && !context.loadsOverview) return { asynchronous_ai_overview: true, markdown: null, items: null, references: null };
  const wires = references.map((page) => {
    const { description, ...fields } = pageFields(page, context);
    return { type: 'ai_overview_reference', position: 'left', source: page.site.name, ...fields, text: description };
  });
  const text = summaryOf(query);
  const ofElement = wires.slice(wires.length - inElements);
  const element = {
    type: 'ai_overview_element',
    position: 'left',
    title: null,
    text,
    markdown: text,
    links: null,
    images: null,
    references: ofElement.length === 0 ? null : ofElement,
  };
  return {
    asynchronous_ai_overview: isDeferred,
    markdown: text,
    items: [element],
    references: wires.slice(0, wires.length - inElements),
  };
}

function imagesOf(context: WireContext): Wire[] {
  const { query, ranked } = context.result;
  return ranked.slice(0, 6).map((page) => ({
    type: 'images_element',
    alt: `${query.facts.text} - ${page.site.name}`,
    url: addressOf(page, query),
    image_url: `https://${page.host}/image.png`,
  }));
}

function videosOf(context: WireContext): Wire[] {
  const clips = context.result.ranked.filter((page) => page.site.role === 'video').slice(0, 3);
  return clips.map((page) => {
    const { title, url } = pageFields(page, context);
    return { type: 'video_element', source: page.site.name, preview: null, title, timestamp: yesterday(context), url };
  });
}

function storiesOf(context: WireContext): Wire[] {
  const papers = context.result.ranked.filter((page) => page.site.role === 'news').slice(0, 3);
  return papers.map((page) => {
    const { title, url, domain } = pageFields(page, context);
    return {
      type: 'top_stories_element',
      source: page.site.name,
      domain,
      title,
      date: '1 day ago',
      amp_version: false,
      timestamp: yesterday(context),
      url,
      image_url: null,
      badges: null,
    };
  });
}

function knowledgeFields(item: ResultItem, context: WireContext): Wire {
  const { query, ranked } = context.result;
  const site = query.facts.brand ?? ranked[0]?.site;
  return {
    title: site?.name,
    subtitle: site?.businessType,
    description: summaryOf(query),
    card_id: `/g/${(site?.hash ?? 0).toString(36)}`,
    url: item.url,
    image_url: null,
    logo_url: null,
    cid: null,
    items: null,
  };
}

function pageFields(page: RankedPage, context: WireContext): { url: string; domain: string; title: string; description: string } {
  const { query } = context.result;
  return { url: addressOf(page, query), domain: page.host, title: titleOf(page, query), description: descriptionOf(page, query) };
}

function yesterday(context: WireContext): string {
  return toVendorTime(new Date(context.now.getTime() - DAY_MS));
}

function withoutParameters(url: string, names: readonly string[]): string {
  if (names.length === 0 || !url.includes('?')) return url;
  const parsed = new URL(url);
  for (const name of names) parsed.searchParams.delete(name);
  return parsed.toString();
}
