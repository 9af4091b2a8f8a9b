import type { AppContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { REVIEW_BELOW } from '../engine/stage.ts';
import { countExamples, type ExampleCounts } from '../similarity/count-examples.ts';
import { sumCorrections, type CorrectionSum } from '../corrections/store/corrections.ts';
import { countListed, type ListedCount } from '../lists/store/items.ts';
import { groupDomains, groupReferring, isKnownDomain, type DomainGroup, type ReferringGroup } from './store/domain-groups.ts';
import { countReadUrls, groupUrls, type UrlGroup } from './store/urls.ts';

export interface StatisticsFilter {
  readonly source: string | undefined;
  readonly domainId: number | undefined;
}

export interface Statistics {
  /** Pages whose content was looked at. */
  readonly urlsRead: number;
  readonly urls: readonly UrlGroup[];
  readonly domains: readonly DomainGroup[];
  /** Items of lists that people gave. */
  readonly listed: readonly ListedCount[];
}

const EVERYTHING: StatisticsFilter = { source: undefined, domainId: undefined };

/**
 * What pages and domains were classified as, in groups.
 * @throws AppError `Domain not found`
 */
export async function getStatistics(
  { postgres }: Pick<AppContext, 'postgres'>,
  filter: StatisticsFilter = EVERYTHING,
): Promise<Statistics> {
  if (filter.domainId !== undefined && !(await isKnownDomain(postgres, filter.domainId))) throw notFound('Domain');
  const asked = { ...filter, sureFrom: REVIEW_BELOW };
  const [urls, domains, urlsRead, listed] = await Promise.all([
    groupUrls(postgres, asked),
    groupDomains(postgres, asked),
    countReadUrls(postgres, filter),
    countListed(postgres),
  ]);
  return { urls, domains, urlsRead, listed };
}

export interface DomainStatistics {
  readonly domains: readonly DomainGroup[];
  readonly referring: readonly ReferringGroup[];
}

export async function getDomainStatistics({ postgres }: Pick<AppContext, 'postgres'>): Promise<DomainStatistics> {
  const [domains, referring] = await Promise.all([
    groupDomains(postgres, { ...EVERYTHING, sureFrom: REVIEW_BELOW }),
    groupReferring(postgres),
  ]);
  return { domains, referring };
}

export interface ClassifierStatistics extends Statistics {
  readonly examples: ExampleCounts;
  readonly corrections: readonly CorrectionSum[];
}

/** The classifier at a glance: what it classified, what it knows, what people said of it. */
export async function getClassifierStatistics(ctx: Pick<AppContext, 'postgres' | 'clickhouse' | 'logger'>): Promise<ClassifierStatistics> {
  const [statistics, examples, corrections] = await Promise.all([getStatistics(ctx), countExamples(ctx), sumCorrections(ctx.postgres)]);
  return { ...statistics, examples, corrections };
}
