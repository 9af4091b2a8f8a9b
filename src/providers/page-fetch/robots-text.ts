const LINE_LENGTH_MAX = 2_048;
const LINES_MAX = 5_000;
/** Characters of all patterns with wildcards together. Comparing one costs its length times that of the address. */
const WILDCARDS_LENGTH_MAX = 32 * 1_024;
const OF_A_GROUP: ReadonlySet<string> = new Set(['allow', 'disallow', 'crawl-delay']);
/** Ends a group that has no rules, which then exists for `robots-parser` and forbids nothing. */
const NO_RULE = 'disallow:';

/**
 * What a robots.txt says to us: the groups for our name and for everybody, without comments. The others
 * go before anything is worked out, because a file that names a million robots before a million rules
 * would otherwise cost their product. Of what remains a reasonable beginning counts.
 * @param robot our name in lower case
 */
export function reduceRobots(text: string, robot: string): string {
  const kept: string[] = [];
  let names = new Set<string>();
  let isNaming = false;
  let wildcardsLength = 0;
  for (const raw of text.split(/\r\n|\r|\n/u)) {
    const { key, value } = toDirective(raw);
    if (key === '') continue;
    if (key === 'user-agent') {
      if (!isNaming) {
        names = new Set();
        endGroup(kept);
      }
      const name = value.toLowerCase().split('/', 1)[0]?.trim() ?? '';
      if ((name === robot || name === '*') && !names.has(name)) {
        names.add(name);
        kept.push(`user-agent: ${name}`);
      }
    } else if (names.size > 0 && OF_A_GROUP.has(key)) {
      wildcardsLength += value.includes('*') ? value.length : 0;
      if (!value.includes('*') || wildcardsLength <= WILDCARDS_LENGTH_MAX) kept.push(`${key}: ${value}`);
    }
    isNaming = key === 'user-agent';
    if (kept.length >= LINES_MAX) break;
  }
  endGroup(kept);
  return kept.join('\n');
}

function endGroup(kept: string[]): void {
  if (kept.at(-1)?.startsWith('user-agent:') === true) kept.push(NO_RULE);
}

function toDirective(raw: string): { readonly key: string; readonly value: string } {
  const line = raw.length > LINE_LENGTH_MAX ? '' : raw.replace(/#.*$/u, '').replaceAll('\u0000', '');
  const colon = line.indexOf(':');
  if (colon < 0) return { key: '', value: '' };
  return { key: line.slice(0, colon).replace('\ufeff', '').trim().toLowerCase(), value: line.slice(colon + 1).trim() };
}
