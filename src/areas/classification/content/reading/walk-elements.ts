import { Tokenizer } from 'htmlparser2';

const NAME_LENGTH_MAX = 16;
const VALUE_LENGTH_MAX = 300;
const ATTRIBUTES: ReadonlySet<string> = new Set([
  'aria-label',
  'class',
  'href',
  'id',
  'itemprop',
  'itemtype',
  'placeholder',
  'rel',
  'src',
  'type',
  'typeof',
  'value',
]);

export type Attributes = ReadonlyMap<string, string>;

/** Gets the elements and texts of a page in their order. */
export interface ElementHandler {
  /** @param tag in lower case */
  open(tag: string, attributes: Attributes): void;
  close(tag: string): void;
  /** A piece of text, those of scripts and styles included. */
  text(text: string): void;
}

/**
 * Walks once through a page of HTML, however broken, for all handlers. No tree is built and no open elements are kept, so that depth
 * and missing ends cost nothing. Values of attributes are cut at 300 characters.
 */
export function walkElements(html: string, handlers: readonly ElementHandler[]): void {
  let tag = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  const nameAt = (start: number, end: number): string => (end - start > NAME_LENGTH_MAX ? '' : html.slice(start, end).toLowerCase());
  const add = (text: string): void => {
    if (attribute !== '' && value.length < VALUE_LENGTH_MAX) value += text.slice(0, VALUE_LENGTH_MAX - value.length);
  };
  const open = (): void => {
    if (tag !== '') for (const handler of handlers) handler.open(tag, attributes);
    tag = '';
  };
  const close = (name: string): void => {
    for (const handler of handlers) handler.close(name);
  };
  const pass = (text: string): void => {
    for (const handler of handlers) handler.text(text);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = nameAt(start, end);
        attributes = new Map();
      },
      onattribname: (start, end) => {
        const name = nameAt(start, end);
        attribute = ATTRIBUTES.has(name) && !attributes.has(name) ? name : '';
        value = '';
      },
      onattribdata: (start, end) => add(html.slice(start, Math.min(end, start + VALUE_LENGTH_MAX))),
      onattribentity: (code) => add(String.fromCodePoint(code)),
      onattribend: () => void (attribute !== '' && attributes.set(attribute, value)),
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => close(nameAt(start, end)),
      ontext: (start, end) => pass(html.slice(start, end)),
      ontextentity: (code) => pass(String.fromCodePoint(code)),
      oncdata: () => undefined,
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
