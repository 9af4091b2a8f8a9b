import type { Judgement } from '../../engine/judgement.ts';
import { findPageBucket } from '../../vocabulary/pages.ts';
import type { PageSignals } from '../page-signals.ts';
import { listAddressClues } from './address-clues.ts';
import { toConfidence } from './calibrate.ts';
import type { Placeholder, PlaceholderKind } from './find-placeholder.ts';
import { loadClues, type ClueTable } from './list-clues.ts';
import { findBest, sumShares, weigh, type Clue } from './weigh.ts';

/** What a placeholder is as a page; walls say nothing of what is behind them. */
const PLACEHOLDER_PAGES: Readonly<Partial<Record<PlaceholderKind, string>>> = {
  parked: 'parked_page',
  for_sale: 'parked_page',
  under_construction: 'parked_page',
  default_page: 'parked_page',
  suspended: 'parked_page',
  not_found: 'error_page',
  login_wall: 'login_page',
};
/** What files in place of pages are, by the beginning of their type. */
const FILES: readonly (readonly [beginning: string, pageType: string])[] = [
  ['application/pdf', 'pdf'],
  ['application/msword', 'pdf'],
  ['application/vnd.openxmlformats', 'pdf'],
  ['image/', 'image'],
  ['application/rss', 'feed'],
  ['application/atom', 'feed'],
  ['application/feed', 'feed'],
  ['application/json', 'feed'],
  ['text/calendar', 'feed'],
  ['video/', 'video_page'],
  ['audio/', 'video_page'],
  ['', 'file'],
];
const FILE_CONFIDENCE = 95;
const ROOT: Clue = { group: 'address', weights: { homepage: 6 }, evidence: 'the first page of its host' };

let table: ClueTable | undefined;

/** What is usual of types that no page declares or shows: only an address names them. */
const RARE = -1.5;

/**
 * What a page is, by its content and what its address says.
 * @param url where it was found
 * @param address judgements of the stages that saw only the address; without clues of the page nothing is added to them
 */
export function judgePage(signals: PageSignals, url: string, address: readonly Judgement[] = []): Judgement[] {
  table ??= loadClues('page.clues.tsv');
  const { pathname, search } = new URL(url);
  const seen = [...table.listClues(signals), ...(pathname === '/' && search === '' ? [ROOT] : [])];
  if (seen.length === 0) return [];
  const named = address.flatMap(({ dimension, label, secondBest }) =>
    dimension === 'page_type' ? [label, secondBest?.label ?? label] : [],
  );
  const priors = { ...Object.fromEntries(named.map((label) => [label, RARE])), ...table.priors };
  const told = listAddressClues(address, { dimension: 'page_type', priors, toCoarse: (label) => label });
  const { shares, listEvidence } = weigh([...seen, ...told], priors);
  const [best, secondBest] = findBest(shares, toConfidence);
  const buckets = sumShares(shares, findPageBucket);
  const [bucket, secondBucket] = findBest(buckets, toConfidence);
  const finest = [...shares].filter(([label]) => findPageBucket(label) === bucket.label).toSorted((one, other) => other[1] - one[1]);
  return [
    { dimension: 'page_type', ...best, secondBest, evidence: listEvidence(best.label) },
    { dimension: 'page_bucket', ...bucket, secondBest: secondBucket, evidence: listEvidence(finest[0]?.[0] ?? '') },
  ];
}

/** A placeholder, or what is known of it, as a page. */
export function judgePagePlaceholder({ kind, confidence, evidence }: Placeholder): Judgement[] {
  const label = PLACEHOLDER_PAGES[kind];
  return label === undefined ? [] : toBoth(label, kind === 'login_wall' ? 60 : confidence, evidence);
}

/** A file in place of a page. */
export function judgeFile(contentType: string): Judgement[] {
  const label = FILES.find(([beginning]) => contentType.startsWith(beginning))?.[1] ?? 'file';
  return toBoth(label, FILE_CONFIDENCE, [`the server sends ${contentType}`]);
}

function toBoth(label: string, confidence: number, evidence: readonly string[]): Judgement[] {
  const bucket = findPageBucket(label);
  const ofType: Judgement = { dimension: 'page_type', label, confidence, evidence };
  return bucket === undefined ? [ofType] : [ofType, { dimension: 'page_bucket', label: bucket, confidence, evidence }];
}
