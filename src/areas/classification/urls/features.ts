import type { Judgement } from '../engine/judgement.ts';
import { FeatureBuilder, type Features } from '../models/features.ts';
import { loadWords } from '../models/load-models.ts';
import { splitWords } from '../models/split-words.ts';
import type { Finding } from './findings.ts';
import { readSlug } from './slug.ts';
import type { UrlParts } from './parse-url.ts';
import type { UrlReading } from './read-url.ts';

const PATH_LENGTH_MAX = 200;
const NGRAMS_WEIGHT = 0.5;
const DEPTH_MAX = 6;
const WORDS_MAX = 9;
const SURE_STEPS = 10;
const TITLE_WORDS = 4;
/** Less than what the URL itself says: the kind of a site is guessed as well. */
const DOMAIN_WEIGHT = 0.3;
const DOMAIN_SURE_MIN = 40;
const DOMAIN_DIMENSIONS = ['tier1_type', 'domain_type', 'property_type'];

/** What the model of pages sees of a URL. */
export function toUrlFeatures({ parts, findings, domain }: UrlReading): Features {
  const table = loadWords();
  const path = parts.path.slice(0, PATH_LENGTH_MAX);
  const pathWords = splitWords(path, table);
  const builder = new FeatureBuilder(table)
    .addWords('path', pathWords)
    .addWords('last', parts.segments.at(-1)?.words.slice(0, WORDS_MAX) ?? [])
    .addNgrams('path', path, NGRAMS_WEIGHT)
    .addWords('host', splitWords(`${parts.subdomains.join(' ')} ${parts.siteName}`, table), 0.5)
    .setVector(pathWords);
  for (const name of listShapes(parts)) builder.addNamed(name);
  for (const name of listFindings(findings)) builder.addNamed(name);
  for (const name of listDomain(domain, parts)) builder.addNamed(name, DOMAIN_WEIGHT);
  return builder.build();
}

function listShapes({ segments, subdomains, extension, query, hasLocale, isLaterPage, site }: UrlParts): string[] {
  const last = segments.at(-1);
  const slug = last === undefined ? undefined : readSlug(last);
  return [
    `depth:${Math.min(DEPTH_MAX, segments.length)}`,
    `words:${Math.min(WORDS_MAX, slug?.words ?? 0)}`,
    `depth and words:${Math.min(3, segments.length)} ${Math.min(5, slug?.words ?? 0)}`,
    `identifier:${slug?.isId === true ? 'only' : String(slug?.hasId ?? false)}`,
    `goods:${Math.min(2, slug?.goodsMarks ?? 0)}`,
    `file:${extension}`,
    `first:${segments[0]?.key ?? ''}`,
    `before:${segments.at(-2)?.key ?? ''}`,
    `suffix:${site.slice(site.lastIndexOf('.') + 1)}`,
    ...(hasLocale ? ['locale'] : []),
    ...(isLaterPage ? ['later page'] : []),
    ...subdomains.map((label) => `subdomain:${label}`),
    ...[...query.keys()].slice(0, DEPTH_MAX).map((key) => `parameter:${key}`),
  ];
}

/** The surest finding of each kind of rule, and the surest of all with how sure it is. */
function listFindings(findings: readonly Finding[]): string[] {
  const [best, second] = findings;
  if (best === undefined) return [];
  const other = findings.find(({ label }) => label !== best.label);
  const step = Math.floor(best.confidence / SURE_STEPS);
  return [
    `rules:${best.label}`,
    `rules:${best.label} ${step}`,
    `rules:${best.kind} ${best.label}`,
    `rules:${best.label} not ${other?.label ?? ''}`,
    ...(second === undefined ? [] : [`second:${second.label}`]),
    ...findings.map(({ kind, label }) => `${kind}:${label}`),
    ...findings.flatMap(({ kind, concept }) => (concept === undefined ? [] : [`${kind} of ${concept.name}`])),
  ];
}

/** What the host is, alone and together with how long the last segment is. */
function listDomain(domain: readonly Judgement[], { segments }: UrlParts): string[] {
  const words = Math.min(TITLE_WORDS, segments.at(-1)?.words.length ?? 0);
  return DOMAIN_DIMENSIONS.flatMap((dimension) => {
    const judged = domain.find((judgement) => judgement.dimension === dimension && judgement.confidence >= DOMAIN_SURE_MIN);
    return judged === undefined ? [] : [`${dimension}:${judged.label}`, `${dimension}:${judged.label} ${words}`];
  });
}
