import { fieldsOf, listOf, MissingFieldsError, WrongAnswerError, type Fields } from './fields.ts';

/** Id of the script that holds the data of a page. */
export const DATA_BLOCK = 'serialized-server-data';
const END = '</script';

/** What a page carries beside what a browser shows. */
export interface PageScripts {
  /** Text of the script with the page's data. */
  readonly data: string | undefined;
  /** Texts of structured data by the id of their script. */
  readonly structured: ReadonlyMap<string, string>;
  /** The page breaks off: a script, or the page itself, has no end. */
  readonly isCut: boolean;
}

export interface PageData {
  readonly intent: Fields;
  readonly data: Fields;
}

/** Finds the scripts that matter by their ids, and jumps over what they hold. */
export function findScripts(html: string): PageScripts {
  const structured = new Map<string, string>();
  const opening = /<script\b([^>]*)>/giu;
  let data: string | undefined;
  for (let tag = opening.exec(html); tag !== null; tag = opening.exec(html)) {
    const start = opening.lastIndex;
    // Within a script an end is written `<\/script`, so the first one is its own.
    const end = html.indexOf(END, start);
    if (end < 0) return { data, structured, isCut: true };
    const id = /\bid\s*=\s*["']?([^"'\s>]+)/iu.exec(tag[1] ?? '')?.[1];
    if (id === DATA_BLOCK) data ??= html.slice(start, end);
    else if (id !== undefined && /ld\+json/iu.test(tag[1] ?? '')) structured.set(id, html.slice(start, end));
    opening.lastIndex = end;
  }
  return { data, structured, isCut: !html.includes('</html', Math.max(0, html.length - 1_000)) };
}

/**
 * The first page in a block of data, which is a list, or an object that holds it.
 * @throws MissingFieldsError when it is no such block
 */
export function readBlock(block: string): PageData {
  const parsed = parseJson(block);
  const [first] = listOf(parsed) ?? listOf(fieldsOf(parsed)['data']) ?? [];
  const { intent, data } = fieldsOf(first);
  if (intent === undefined || data === undefined) throw new MissingFieldsError([`${DATA_BLOCK}.data[0]`]);
  return { intent: fieldsOf(intent), data: fieldsOf(data) };
}

/** @throws MissingFieldsError when the page has no block of data */
export function readStorePage(html: string): PageData {
  const { data, isCut } = findScripts(html);
  if (data === undefined) throw new MissingFieldsError([DATA_BLOCK], isCut);
  return readBlock(data);
}

/** @throws MissingFieldsError when the text is no JSON: it was cut, or is something else */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new MissingFieldsError(['valid JSON'], true);
  }
}

/** @throws WrongAnswerError when the page is for another country than was asked for; a page that does not say is taken */
export function checkStorefront({ intent, data }: PageData, storefront: string): void {
  const said = intent['storefront'] ?? /^https?:\/\/[^/]+\/([a-z]{2})\//u.exec(String(data['canonicalURL']))?.[1];
  if (typeof said === 'string' && said.toLowerCase() !== storefront)
    throw new WrongAnswerError('wrong_storefront', `the page is for the storefront ${said}, not ${storefront}`);
}
