import { getVisibleDomain, type DomainReader } from './get-visible-domain.ts';
import { readKnownFigures, type KnownFigures } from './known-figures.ts';
import type { StoredProperty } from './properties/property.ts';
import { countStored, type StoredCounts } from './store/domain-figures.ts';
import { countDomains, selectDomainPage, type DomainDetails, type DomainFilter } from './store/domain-records.ts';
import { selectProperties } from './store/properties.ts';

/** A domain and what is known of it. */
export interface DomainSummary {
  readonly record: DomainDetails;
  readonly figures: KnownFigures;
}

/**
 * What is known of a domain in numbers, and the other places of its brand (specification 4.6). A count that
 * nobody has told is null.
 * @throws AppError `Domain not found`
 */
export async function getDomainSummary(
  ctx: DomainReader,
  domain: string,
): Promise<DomainSummary & { readonly properties: readonly StoredProperty[] }> {
  const record = await getVisibleDomain(ctx, domain);
  const [figures, properties] = await Promise.all([readFigures(ctx, record), selectProperties(ctx.postgres, record.id)]);
  return { record, figures, properties };
}

/**
 * How far the onboarding of a domain is, and what it has brought.
 * @throws AppError `Domain not found`
 */
export async function getDomainStatus(ctx: DomainReader, domain: string): Promise<DomainSummary & { readonly stored: StoredCounts }> {
  const record = await getVisibleDomain(ctx, domain);
  const [figures, stored] = await Promise.all([readFigures(ctx, record), countStored(ctx.postgres, record)]);
  return { record, figures, stored };
}

/** Known domains by name. */
export async function listDomains(
  { postgres }: Pick<DomainReader, 'postgres'>,
  filter: DomainFilter & { readonly limit: number; readonly offset: number },
): Promise<{ domains: DomainSummary[]; total: number }> {
  const [records, total] = await Promise.all([selectDomainPage(postgres, filter), countDomains(postgres, filter)]);
  const figures = await readKnownFigures(
    postgres,
    records.map(({ id }) => id),
  );
  return { domains: records.map((record) => ({ record, figures: getFigures(figures, record) })), total };
}

async function readFigures({ postgres }: Pick<DomainReader, 'postgres'>, record: DomainDetails): Promise<KnownFigures> {
  return getFigures(await readKnownFigures(postgres, [record.id]), record);
}

function getFigures(figures: ReadonlyMap<number, KnownFigures>, { id, domain }: DomainDetails): KnownFigures {
  const found = figures.get(id);
  if (found === undefined) throw new Error(`The figures of domain ${domain} were not read`);
  return found;
}
