import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { walkElements } from './walk-elements.ts';

/** Beyond these a tree costs too much, or its functions run out of stack. */
const HTML_LENGTH_MAX = 1_024 * 1_024;
const ELEMENTS_MAX = 20_000;
const DEPTH_MAX = 256;
const CHARACTERS_MIN = 250;

/**
 * The main text of a page, without menus, notices and footers; undefined when it has none, or is too large
 * or too deep for a tree.
 * @param size as it was counted
 */
export function findMainText(html: string, size: { readonly elements: number; readonly depth: number }): string | undefined {
  if (html.length > HTML_LENGTH_MAX || size.elements > ELEMENTS_MAX || size.depth > DEPTH_MAX) return undefined;
  try {
    const { document } = parseHTML(html);
    const article = new Readability(document, { charThreshold: CHARACTERS_MIN, maxElemsToParse: ELEMENTS_MAX }).parse();
    const text = toText(article?.content ?? '');
    return text.length < CHARACTERS_MIN ? undefined : text;
  } catch {
    // A document that is none, or odd enough to confuse the functions above: the page has no main text that we know.
    return undefined;
  }
}

/** Elements part words, where `textContent` would join them. */
function toText(html: string): string {
  let text = '';
  const part = (): void => void (text += ' ');
  walkElements(html, { open: part, close: part, text: (piece) => void (text += piece) });
  return text.replaceAll(/\s+/gu, ' ').trim();
}
