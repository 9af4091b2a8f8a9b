import type { Page } from '#kernel/lists.ts';
import { getVisibleDomain, type DomainReader } from './get-visible-domain.ts';
import { getKnownMetrics, type KnownMetrics } from './known-metrics.ts';
import type { StoredProperty } from '../properties/property.ts';
import { countStored, type StoredCounts } from './store/metrics.ts';
import { domainList, type DomainDetails, type DomainFilter } from './store/details.ts';
import { listDomainProperties } from '../properties/store.ts';

/** A domain and what is known of it. */
export interface DomainSummary {
  readonly record: DomainDetails;
  readonly metrics: KnownMetrics;
}

/**
 * The metrics of a domain, and its brand properties. An unknown
 * count is null.
 * @throws AppError `Domain not found`
 */
export async function getDomainSummary(
  ctx: DomainReader,
  domain: string,
): Promise<DomainSummary & { readonly properties: readonly StoredProperty[] }> {
  const record = await getVisibleDomain(ctx, domain);
  const [metrics, properties] = await Promise.all([readMetrics(ctx, record), listDomainProperties(ctx.postgres, record.id)]);
  return { record, metrics, properties };
}

/**
 * How far the onboarding of a domain is, and what it has brought.
 * @throws AppError `Domain not found`
 */
export async function getDomainStatus(ctx: DomainReader, domain: string): Promise<DomainSummary & { readonly stored: StoredCounts }> {
  const record = await getVisibleDomain(ctx, domain);
  const [metrics, stored] = await Promise.all([readMetrics(ctx, record), countStored(ctx.postgres, record)]);
  return { record, metrics, stored };
}

/** Known domains by name: all, or for a bound caller those that are a website of one of its projects. */
export async function listDomains(
  ctx: DomainReader,
  filter: Omit<DomainFilter, 'seer'> & Page,
): Promise<{ domains: DomainSummary[]; total: number }> {
  const { postgres } = ctx;
  const { rows: records, total } = await domainList.read(postgres, { ...filter, seer: ctx }, filter);
  const metrics = await getKnownMetrics(
    postgres,
    records.map(({ id }) => id),
  );
  return { domains: records.map((record) => ({ record, metrics: getMetrics(metrics, record) })), total };
}

async function readMetrics({ postgres }: Pick<DomainReader, 'postgres'>, record: DomainDetails): Promise<KnownMetrics> {
  return getMetrics(await getKnownMetrics(postgres, [record.id]), record);
}

function getMetrics(metrics: ReadonlyMap<number, KnownMetrics>, { id, domain }: DomainDetails): KnownMetrics {
  const found = metrics.get(id);
  if (found === undefined) throw new Error(`The metrics of domain ${domain} were not read`);
  return found;
}
