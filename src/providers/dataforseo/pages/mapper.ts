import { z } from 'zod';
import type { ParsedPage } from '#providers/search-data/pages.ts';

const text = z.string().nullish().catch(null);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).nullish().catch(null);

const Link = z.object({ url: text, anchor_text: text });
const Passage = z.object({ text, url: text, urls: list(Link) });
const Cell = z.object({ text });
const Rows = list(z.object({ row_cells: list(Cell) }));
const Section = z.object({
  primary_content: list(Passage),
  secondary_content: list(Passage),
  table_content: list(z.object({ header: Rows, body: Rows, footer: Rows })),
});
const Topic = Section.extend({ h_title: text, author: text, level: z.number().nullish().catch(null) });
const Content = z.object({
  header: Section.nullish().catch(null),
  footer: Section.nullish().catch(null),
  main_topic: list(Topic),
  secondary_topic: list(Topic),
  offers: list(z.object({ name: text, price: z.number().nullish().catch(null), price_currency: text })),
  comments: list(z.object({ title: text, author: text, primary_content: list(Passage) })),
});
const Result = z.object({
  items: z.array(z.object({ status_code: z.number().nullish(), page_content: Content.nullish() })).nullish(),
});
type Section = z.output<typeof Section>;
type Topic = z.output<typeof Topic>;
type Content = z.output<typeof Content>;
type Passage = z.output<typeof Passage>;

const HTML_LENGTH_MAX = 2 * 1_024 * 1_024;
const GOOD = 200;
const LEVEL_MAX = 6;

/** The page of a `content_parsing` answer; undefined when there is none in it. */
export function readParsedPage(result: readonly unknown[] | null): ParsedPage | undefined {
  const [item] = Result.safeParse(result?.[0]).data?.items ?? [];
  if (item?.page_content === undefined || item.page_content === null) return undefined;
  return { status: item.status_code ?? GOOD, html: toHtml(item.page_content).slice(0, HTML_LENGTH_MAX) };
}

/** The parts in the order in which they stand, so that one reader reads all pages. Every text is escaped. */
function toHtml({ header, footer, main_topic: main, secondary_topic: secondary, offers, comments }: Content): string {
  return [
    header ? `<header>${writeSection(header)}</header>` : '',
    `<main>${(main ?? []).map(writeTopic).join('\n')}`,
    ...(offers ?? []).map(
      ({ name, price, price_currency: currency }) => `<p>${escape(`${name ?? ''} ${price ?? ''} ${currency ?? ''}`)}</p>`,
    ),
    '</main>',
    ...(secondary ?? []).map(writeTopic),
    ...(comments ?? []).map(
      ({ title, author, primary_content: content }) =>
        `<div class="comment">${escape(`${title ?? ''} ${author ?? ''}`)}${writePassages(content)}</div>`,
    ),
    footer ? `<footer>${writeSection(footer)}</footer>` : '',
  ].join('\n');
}

function writeTopic({ h_title: title, level, author, ...section }: Topic): string {
  const rank = Math.min(Math.max(level ?? 1, 1), LEVEL_MAX);
  const heading = title === null || title === undefined ? '' : `<h${rank}>${escape(title)}</h${rank}>`;
  return `${heading}${author ? `<p rel="author">${escape(author)}</p>` : ''}${writeSection(section)}`;
}

function writeSection({ primary_content: primary, secondary_content: secondary, table_content: tables }: Section): string {
  const rows = (tables ?? []).flatMap(({ header, body, footer }) => [...(header ?? []), ...(body ?? []), ...(footer ?? [])]);
  const cells = rows.map(({ row_cells: row }) => `<tr>${(row ?? []).map((cell) => `<td>${escape(cell.text ?? '')}</td>`).join('')}</tr>`);
  return `${writePassages(primary)}${writePassages(secondary)}${cells.length === 0 ? '' : `<table>${cells.join('')}</table>`}`;
}

function writePassages(passages: readonly Passage[] | null | undefined): string {
  return (passages ?? []).map(writePassage).join('\n');
}

/** Links stand after their passage, but for a passage that is nothing but one link. */
function writePassage({ text: words, url, urls }: Passage): string {
  if (url) return `<p>${writeLink(url, words ?? '')}</p>`;
  const links = (urls ?? []).flatMap((link) => (link.url ? [writeLink(link.url, link.anchor_text ?? '')] : []));
  return `<p>${escape(words ?? '')} ${links.join(' ')}</p>`;
}

function writeLink(url: string, words: string): string {
  return `<a href="${escape(url)}">${escape(words)}</a>`;
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
