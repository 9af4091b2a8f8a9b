const BYTES = 2 * 1_024 * 1_024;
const fill = (part: string, bytes = BYTES): string => part.repeat(Math.ceil(bytes / part.length)).slice(0, bytes);
const block = (json: string): string => `<script type="application/ld+json">${json}</script>`;

/** Pages made to be slow to parse: as large as the HTTP client allows, unless less is enough. */
export const HOSTILE_PAGES: Readonly<Record<string, string>> = {
  'nested elements': fill('<div>'),
  'unclosed links': fill('<a href=/x>'),
  'long links': fill(`<a href="/${'x'.repeat(300)}">t</a>`),
  'a million attributes': `<a ${fill('a b=c d ')}`,
  'attributes of different names': `<a ${Array.from({ length: 300_000 }, (_, at) => `k${at}`).join(' ')}>`,
  'references in text': fill('&amp;'),
  'references in an attribute': `<a href="${fill('&amp;')}">`,
  'an endless reference': `&#${fill('0')}`,
  'a comment without end': `<!--${fill('-')}`,
  'nothing but angle brackets': fill('<'),
  'an attribute without end': `<a href="${fill('x')}`,
  'a script that seems to end': `<script>${fill('</scrip')}`,
  'deep structured data': block(`${'['.repeat(128 * 1_024)}${']'.repeat(128 * 1_024)}`).repeat(8),
  'wide structured data': block(`[${fill('{"sameAs":"https://x.com/a"},', 250 * 1_024)}{}]`).repeat(8),
  'structured data of nothing but spaces': block(fill(' ', 250 * 1_024)).repeat(8),
  'text that is not what it says': fill('\u00e9\u00fc'),
};
