/** How many one request takes. */
const BATCH_MAX = 1000;

/** The keywords of a pasted text, one a line, or the first column of cells: each once, as it is first spelled. */
export function parseKeywords(text: string): string[] {
  return keepFirst(text.split(/\r?\n/u).map((line) => (line.split('\t')[0] ?? '').trim().replace(/\s+/gu, ' ')));
}

/** Keywords without repetitions: of those that differ in their letters' case alone, the first spelling stays. */
export function keepFirst(keywords: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const keyword of keywords) if (keyword !== '' && !first.has(keyword.toLowerCase())) first.set(keyword.toLowerCase(), keyword);
  return [...first.values()];
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
