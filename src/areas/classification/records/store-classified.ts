import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import { CACHE_MS, UNAVAILABLE_CACHE_MS, findLabel, toSubjectHash, type Classification, type Kind } from './classification.ts';
import { toDomainLabels, toUrlLabels } from './to-labels.ts';
import { learnAnswers } from '../similarity/learn-answers.ts';
import { upsertClassifications, type KeyedClassification } from './store/classifications.ts';
import { updateDomainLabels, updateReferringLabels, updateUrlLabels, type ReferringLabels } from './store/entities.ts';

/** What is to be stored of an item. */
export interface NewClassification extends Classification {
  /** The store has it already. */
  readonly isCached: boolean;
}

type StoreContext = Pick<AppContext, 'clock' | 'outbox'>;

/** Keeps what domains are, and writes it to those that have a record. No domain twice. */
export async function storeDomains(ctx: StoreContext, tx: Transaction, domains: readonly NewClassification[]): Promise<void> {
  await storeAll(ctx, tx, { kind: 'domain', entries: domains.map(toEntry) });
  await updateDomainLabels(
    tx,
    sortBy(domains.map(toDomainLabels), ({ domain }) => domain),
  );
}

/** Keeps what domains are that link to a target, and writes it to their links. No domain twice. */
export async function storeReferringDomains(
  ctx: StoreContext,
  tx: Transaction,
  {
    domainId,
    domains,
    labels,
  }: { readonly domainId: number; readonly domains: readonly NewClassification[]; readonly labels: readonly ReferringLabels[] },
): Promise<void> {
  await storeAll(ctx, tx, { kind: 'domain', entries: domains.map(toEntry) });
  await updateReferringLabels(
    tx,
    domainId,
    sortBy(labels, (row) => row.referring_domain),
  );
}

/** Keeps what pages are, and writes it to those that have a record. No page twice. @param domains what their hosts are */
export async function storeUrls(
  ctx: StoreContext,
  tx: Transaction,
  { urls, domains }: { readonly urls: readonly NewClassification[]; readonly domains: readonly NewClassification[] },
): Promise<void> {
  await storeDomains(ctx, tx, domains);
  await storeAll(ctx, tx, { kind: 'url', entries: urls.map(toEntry) });
  const types = new Map(domains.map((domain) => [domain.subject, findLabel(domain, 'domain_type')]));
  await updateUrlLabels(
    tx,
    sortBy(
      urls.map((url) => toUrlLabels(url, types)),
      (row) => row.url_hash,
    ),
  );
}

/** Keeps what keywords are, judged beside these brands. No keyword twice. */
export async function storeKeywords(
  ctx: StoreContext,
  tx: Transaction,
  { keywords, brands }: { readonly keywords: readonly NewClassification[]; readonly brands: readonly string[] },
): Promise<void> {
  const entries = keywords.map((keyword) => ({ hash: toSubjectHash(keyword.subject, brands), classification: keyword }));
  await storeAll(ctx, tx, { kind: 'keyword', entries });
}

interface Entries {
  readonly kind: Kind;
  readonly entries: readonly (Omit<KeyedClassification, 'cachedUntil'> & { readonly classification: NewClassification })[];
}

async function storeAll(ctx: StoreContext, tx: Transaction, { kind, entries }: Entries): Promise<void> {
  const now = ctx.clock.realNow();
  const found = entries
    .filter(({ classification }) => !classification.isCached)
    .map((entry) => ({ ...entry, cachedUntil: new Date(now + findCacheMs(entry.classification)) }));
  await upsertClassifications(tx, kind, found);
  await learnAnswers(ctx, tx, { kind, answers: found.map(({ classification }) => classification) });
}

/** What could not be read now may be readable soon. */
function findCacheMs(classification: Classification): number {
  const isLacking = classification.skipReason === 'domain_unavailable' || findLabel(classification, 'page_reading') === 'shell';
  return isLacking ? UNAVAILABLE_CACHE_MS : CACHE_MS;
}

function toEntry(classification: NewClassification): Entries['entries'][number] {
  return { hash: toSubjectHash(classification.subject), classification };
}

/** In one order, so that two writers of the same rows never wait for each other in a circle. */
function sortBy<Row>(rows: readonly Row[], toKey: (row: Row) => string): Row[] {
  return rows.toSorted((one, other) => (toKey(one) < toKey(other) ? -1 : 1));
}
