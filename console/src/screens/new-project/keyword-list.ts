/** How many one request takes. */
const BATCH_MAX = 1000;

/** The first field of a line of a spreadsheet, without its quotes. */
function toFirstField(line: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"/u.exec(line);
  if (quoted) return (quoted[1] ?? '').replaceAll('""', '"');
  return line.split(/[,;\t]/u)[0] ?? '';
}

const HEADERS = new Set(['keyword', 'keywords', 'query', 'search term']);

/** The keywords of a pasted text or a CSV file: one a line, the first field of each, every one once. */
export function parseKeywords(text: string): string[] {
  const words = text
    .replace(/^\uFEFF/u, '')
    .split(/\r?\n/u)
    .map((line) => toFirstField(line).trim().replace(/\s+/gu, ' '))
    .filter((word, index) => word !== '' && !(index === 0 && HEADERS.has(word.toLowerCase())));
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
}

export type Devices = 'both' | 'desktop' | 'mobile';
export interface TrackedPair {
  readonly keyword_text: string;
  readonly device: 'desktop' | 'mobile';
}

/** Each keyword on each device. */
export function toPairs(keywords: readonly string[], devices: Devices): TrackedPair[] {
  const each = devices === 'both' ? (['desktop', 'mobile'] as const) : [devices];
  return keywords.flatMap((keyword) => each.map((device) => ({ keyword_text: keyword, device })));
}

/** As many requests as it takes. */
export function toBatches<Item>(items: readonly Item[], size = BATCH_MAX): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
