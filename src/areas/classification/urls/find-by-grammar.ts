import type { Finding } from './findings.ts';
import { isLocale } from './locale.ts';
import type { UrlParts } from './parse-url.ts';
import { fitsPattern } from './patterns.ts';
import type { Grammar, Tables } from './tables.ts';

/** Hosts of the same site with the same paths. */
const SAME_PATHS = new Set(['m', 'mobile', 'old', 'new', 'amp', 'web', 'touch', 'np']);

/** What the grammars of a well-known host say of its page. */
export function findBySite(parts: UrlParts, tables: Tables): Finding | undefined {
  const { host, site, siteName, subdomains } = parts;
  const isOtherService = subdomains.some((label) => tables.words.whole.has(label.replaceAll('-', '')));
  const hasSitePaths = subdomains.every((label, at) => SAME_PATHS.has(label) || isLocale(label, at));
  const hosts = [host, ...(isOtherService ? [] : [...listParents(host, site), `${siteName}.*`])];
  for (const name of new Set(hosts)) {
    const fits = (tables.sites.get(name) ?? []).find(
      (grammar) =>
        (!grammar.hasUser || ((name === host || hasSitePaths) && isUserPath(parts, tables))) &&
        (grammar.label !== 'profile_page' || !isAccountPath(parts, tables)) &&
        fitsPattern(grammar, parts.path, parts.query),
    );
    if (fits !== undefined) return { kind: 'site', label: fits.label, confidence: fits.confidence, evidence: `${fits.name} on ${name}` };
  }
  return undefined;
}

/** What the grammar of the software says that makes such paths. The surest one counts. */
export function findBySystem(parts: UrlParts, tables: Tables): Finding | undefined {
  const candidates = new Set<Grammar>(tables.systemsWithoutKey);
  for (const segment of parts.path.split('/')) for (const grammar of tables.systems.get(segment) ?? []) candidates.add(grammar);
  let best: Grammar | undefined;
  for (const grammar of candidates) {
    if (grammar.confidence > (best?.confidence ?? 0) && fitsPattern(grammar, parts.path, parts.query)) best = grammar;
  }
  if (best === undefined) return undefined;
  return { kind: 'system', label: best.label, confidence: best.confidence, evidence: `${best.name}, path /${abbreviate(parts.path)}` };
}

/** A user's page begins with a name, not with a word such as `about` or `explore`. */
function isUserPath({ segments }: UrlParts, { words }: Tables): boolean {
  const first = segments[0];
  return first !== undefined && !words.whole.has(first.key) && !RESERVED.has(first.key);
}

/** `/user/close-account` is no user. */
function isAccountPath({ segments }: UrlParts, { words }: Tables): boolean {
  const concept = words.whole.get(segments.at(-1)?.key ?? '');
  return concept?.isFirm === true || concept?.name === 'account';
}

/** Paths of networks that are no names of users, besides the words of the tables. */
const RESERVED = new Set(
  'explore discover home i intent share sharer hashtag messages groups pages watch events trending popular trends today ideas pin new hot best stories r w wiki p s t a b c d u v go out link links redirect static assets cdn oauth embed widgets plugins business ads advertising hc sitemap.xml robots.txt'.split(
    ' ',
  ),
);

function listParents(host: string, site: string): string[] {
  const parents: string[] = [];
  let rest = host;
  while (rest.length > site.length) {
    rest = rest.slice(rest.indexOf('.') + 1);
    parents.push(rest);
  }
  return parents;
}

const SHOWN_MAX = 60;

/** @example abbreviate('t/some-long-title/123') // 't/…/123' */
function abbreviate(path: string): string {
  const short = path
    .split('/')
    .map((segment) => (segment.length > 24 ? '…' : segment))
    .join('/');
  return short.length > SHOWN_MAX ? `${short.slice(0, SHOWN_MAX)}…` : short;
}
