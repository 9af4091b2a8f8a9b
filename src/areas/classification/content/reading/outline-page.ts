import type { DeclaredName, OutlineLink, PageOutline } from '../page-outline.ts';
import type { ElementHandler } from './walk-elements.ts';

const HEADINGS_MAX = 80;
const HEADING_LENGTH_MAX = 160;
const LINKS_MAX = 300;
const LINK_LENGTH_MAX = 80;
const NAMES_MAX = 80;
const NAME_LENGTH_MAX = 120;
const NODES_MAX = 5_000;
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3']);
/** What stands around the content of a page, and what links in it are. */
const PLACES: ReadonlyMap<string, OutlineLink['place']> = new Map([
  ['nav', 'menu'],
  ['header', 'menu'],
  ['footer', 'foot'],
]);
/** Properties of structured data that say how a business is met. */
const PROPERTIES: ReadonlySet<string> = new Set([
  'address',
  'areaServed',
  'geo',
  'offers',
  'openingHours',
  'openingHoursSpecification',
  'priceRange',
  'telephone',
]);

interface Capture {
  text: string;
  readonly end: (text: string) => void;
}

/** Takes the elements of a page for its outline. */
export interface Outliner extends ElementHandler {
  /** @param structuredData values of the JSON-LD blocks of the page */
  readonly end: (structuredData: readonly unknown[]) => PageOutline;
}

/** The headings of a page, its links by the places where they stand, and what its structured data names. Keeps no tree. */
export function makeOutliner(url: string): Outliner {
  let base = url;
  const headings: string[] = [];
  const links = new Map<string, OutlineLink>();
  const contacts = new Set<'phone' | 'mail'>();
  const frames: string[] = [];
  const open = new Map<string, Capture>();
  let hasAddressElement = false;

  const endOf = (tag: string): void => {
    const capture = open.get(tag);
    open.delete(tag);
    const text = capture?.text.replaceAll(/\s+/gu, ' ').trim() ?? '';
    if (text !== '') capture?.end(text);
  };
  const begin = (tag: string, end: Capture['end']): void => {
    endOf(tag);
    open.set(tag, { text: '', end });
  };
  const addLink = (href: string | undefined): void => {
    if (href?.startsWith('tel:') === true) contacts.add('phone');
    if (href?.startsWith('mailto:') === true) contacts.add('mail');
    const address = toAddress(href, base);
    if (address === undefined) return;
    const place = PLACES.get(frames.at(-1) ?? '') ?? 'body';
    begin('a', (text) => {
      if (links.size < LINKS_MAX && !links.has(address)) links.set(address, { url: address, text: text.slice(0, LINK_LENGTH_MAX), place });
    });
  };

  return {
    open: (tag, attributes) => {
      if (tag === 'base') base = toAddress(attributes.get('href'), url) ?? base;
      else if (tag === 'a') addLink(attributes.get('href'));
      else if (tag === 'address') begin(tag, () => (hasAddressElement = true));
      else if (HEADINGS.has(tag))
        begin('heading', (text) => void (headings.length < HEADINGS_MAX && headings.push(text.slice(0, HEADING_LENGTH_MAX))));
      else if (PLACES.has(tag) && frames.length < NODES_MAX) frames.push(tag);
      else addText(open, ' ');
    },
    close: (tag) => {
      if (HEADINGS.has(tag)) endOf('heading');
      else if (tag === 'a' || tag === 'address') endOf(tag);
      else if (tag === frames.at(-1)) frames.pop();
      else addText(open, ' ');
    },
    text: (text) => addText(open, text),
    end: (structuredData) => {
      for (const tag of open.keys()) endOf(tag);
      const seen = { headings, links: [...links.values()], contacts: [...contacts].toSorted(), hasAddressElement };
      return { ...seen, ...readDeclared(structuredData) };
    },
  };
}

function addText(open: ReadonlyMap<string, Capture>, text: string): void {
  for (const capture of open.values()) if (capture.text.length < HEADING_LENGTH_MAX) capture.text += text.slice(0, HEADING_LENGTH_MAX * 2);
}

function toAddress(href: string | undefined, base: string): string | undefined {
  const url = href === undefined ? null : URL.parse(href, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  url.hash = '';
  return url.href;
}

/** Names and telling properties of the nodes of structured data, without recursion and up to a bound of nodes. */
function readDeclared(structuredData: readonly unknown[]): Pick<PageOutline, 'declaredNames' | 'declaredProperties'> {
  const names = new Map<string, DeclaredName>();
  const properties = new Set<string>();
  const waiting: unknown[] = [...structuredData];
  for (let nodes = 0; nodes < NODES_MAX && waiting.length > 0; nodes += 1) {
    const node = waiting.shift();
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node)) addDeclared(node as Record<string, unknown>, names, properties);
    const children: unknown[] = Array.isArray(node) ? node : Object.values(node);
    for (const child of children.slice(0, NODES_MAX - waiting.length)) if (typeof child === 'object') waiting.push(child);
  }
  return { declaredNames: [...names.values()], declaredProperties: [...properties].toSorted() };
}

function addDeclared(node: Readonly<Record<string, unknown>>, names: Map<string, DeclaredName>, properties: Set<string>): void {
  for (const key of Object.keys(node)) if (PROPERTIES.has(key)) properties.add(key);
  const [type] = [node['@type']].flat();
  const { name } = node;
  if (typeof type !== 'string' || typeof name !== 'string' || name.trim() === '' || names.size >= NAMES_MAX) return;
  const declared = { type: type.replace(/^.*[/#:]/u, ''), name: name.replaceAll(/\s+/gu, ' ').trim().slice(0, NAME_LENGTH_MAX) };
  names.set(`${declared.type} ${declared.name}`, declared);
}
