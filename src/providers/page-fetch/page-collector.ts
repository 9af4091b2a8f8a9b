import type { TokenizerCallbacks } from 'htmlparser2';

const LINKS_MAX = 5_000;
const METAS_MAX = 200;
const BLOCKS_MAX = 20;
const BLOCK_LENGTH_MAX = 256 * 1_024;
const VALUE_LENGTH_MAX = 2_048;
const TEXT_LENGTH_MAX = 300;
/** Longer names are none that matter here. */
const NAME_LENGTH_MAX = 16;
const TAGS: ReadonlySet<string> = new Set(['a', 'area', 'base', 'html', 'link', 'meta', 'script', 'title']);
const ATTRIBUTES: ReadonlySet<string> = new Set(['content', 'href', 'lang', 'name', 'property', 'rel', 'title', 'type']);

type Attributes = ReadonlyMap<string, string>;

/** An element that leads somewhere, as it is written. */
export interface RawLink {
  readonly tag: 'a' | 'link';
  readonly href: string;
  readonly rel: readonly string[];
  readonly type: string;
  /** The `title` attribute. */
  readonly title: string;
  text: string;
}

/** What was found of a page, as it is written; every list has an end. */
export interface Collected {
  title: string | undefined;
  lang: string | undefined;
  base: string | undefined;
  readonly metas: Map<string, string>;
  readonly links: RawLink[];
  /** The text of blocks of JSON-LD. */
  readonly blocks: string[];
}

type Capture = { readonly lengthMax: number; text: string; readonly end: (text: string) => void; readonly tag: string };

/**
 * Picks what matters out of the tokens of a page. It keeps no tree and no stack of open elements, so that
 * neither depth nor missing ends cost anything, and it stays small however large the page is.
 * @param html the whole text, of which the tokenizer gives indexes
 */
export function makeCollector(html: string): { readonly found: Collected; readonly callbacks: TokenizerCallbacks } {
  const found: Collected = { title: undefined, lang: undefined, base: undefined, metas: new Map(), links: [], blocks: [] };
  let tag = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  let capture: Capture | undefined;

  const nameAt = (start: number, end: number): string => (end - start > NAME_LENGTH_MAX ? '' : html.slice(start, end).toLowerCase());
  const addToValue = (text: string): void => {
    if (attribute !== '' && value.length < VALUE_LENGTH_MAX) value += text.slice(0, VALUE_LENGTH_MAX - value.length);
  };
  const addToText = (start: number, end: number): void => {
    if (capture !== undefined && capture.text.length < capture.lengthMax)
      capture.text += html.slice(start, Math.min(end, start + capture.lengthMax - capture.text.length));
  };
  const endCapture = (): void => {
    capture?.end(capture.text);
    capture = undefined;
  };
  const open = (): void => {
    if (capture !== undefined && (tag === capture.tag || tag === 'body')) endCapture();
    if (TAGS.has(tag)) capture = openElement(found, tag, attributes) ?? capture;
    tag = '';
  };

  const callbacks: TokenizerCallbacks = {
    onopentagname: (start, end) => {
      const name = nameAt(start, end);
      tag = TAGS.has(name) || name === 'body' ? name : '';
      if (tag !== '') attributes = new Map();
    },
    onattribname: (start, end) => {
      const name = tag === '' ? '' : nameAt(start, end);
      attribute = ATTRIBUTES.has(name) && !attributes.has(name) ? name : '';
      value = '';
    },
    onattribdata: (start, end) => {
      if (attribute !== '') addToValue(html.slice(start, Math.min(end, start + VALUE_LENGTH_MAX)));
    },
    onattribentity: (code) => addToValue(String.fromCodePoint(code)),
    onattribend: () => {
      if (attribute !== '') attributes.set(attribute, value.trim());
    },
    onopentagend: open,
    onselfclosingtag: open,
    onclosetag: (start, end) => {
      if (capture !== undefined && nameAt(start, end) === capture.tag) endCapture();
    },
    ontext: addToText,
    ontextentity: (code) => {
      if (capture !== undefined && capture.text.length < capture.lengthMax) capture.text += String.fromCodePoint(code);
    },
    oncdata: () => undefined,
    oncomment: () => undefined,
    ondeclaration: () => undefined,
    onprocessinginstruction: () => undefined,
    onend: endCapture,
  };
  return { found, callbacks };
}

/** @returns what is to be done with the text that follows, if anything */
function openElement(found: Collected, tag: string, attributes: Attributes): Capture | undefined {
  switch (tag) {
    case 'html':
      found.lang ??= attributes.get('lang');
      return undefined;
    case 'base':
      found.base ??= attributes.get('href');
      return undefined;
    case 'meta':
      addMeta(found, attributes);
      return undefined;
    case 'title':
      if (found.title !== undefined) return undefined;
      return { tag, lengthMax: VALUE_LENGTH_MAX, text: '', end: (text) => void (found.title ??= toLine(text.split('<', 1)[0] ?? '')) };
    case 'script':
      if (attributes.get('type')?.toLowerCase().startsWith('application/ld+json') !== true || found.blocks.length >= BLOCKS_MAX)
        return undefined;
      // One character more, so that a block that was cut is known as one.
      return {
        tag,
        lengthMax: BLOCK_LENGTH_MAX + 1,
        text: '',
        end: (text) => void (text.length <= BLOCK_LENGTH_MAX && found.blocks.push(text)),
      };
    default:
      return addLink(found, tag, attributes);
  }
}

function addMeta({ metas }: Collected, attributes: Attributes): void {
  const name = (attributes.get('name') ?? attributes.get('property'))?.toLowerCase();
  const content = attributes.get('content');
  if (name !== undefined && content !== undefined && metas.size < METAS_MAX && !metas.has(name)) metas.set(name, content);
}

function addLink({ links }: Collected, tag: string, attributes: Attributes): Capture | undefined {
  const href = attributes.get('href');
  if (href === undefined || links.length >= LINKS_MAX) return undefined;
  const link: RawLink = {
    tag: tag === 'link' ? 'link' : 'a',
    href,
    rel: (attributes.get('rel') ?? '')
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word !== ''),
    type: (attributes.get('type') ?? '').toLowerCase(),
    title: attributes.get('title') ?? '',
    text: '',
  };
  links.push(link);
  return tag === 'a' ? { tag, lengthMax: TEXT_LENGTH_MAX, text: '', end: (text) => void (link.text = toLine(text)) } : undefined;
}

/** Without line breaks and double spaces. */
function toLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
