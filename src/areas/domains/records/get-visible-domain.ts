import type { AppContext } from '#context';
import type { ProjectReader } from '#areas/projects/index.ts';
import { notFound } from '#kernel/errors.ts';
import { findVisibleDomain, listVisibleHosts, type DomainDetails } from './store/details.ts';

export type DomainReader = ProjectReader & Pick<AppContext, 'config'>;

/**
 * The record of a domain, if the caller may see it: any known one, or for a bound caller those that
 * are a website of one of its projects.
 * @param domain normalized host
 * @throws AppError `Domain not found`
 */
export async function getVisibleDomain(ctx: DomainReader, domain: string): Promise<DomainDetails> {
  const record = await findVisibleDomain(ctx.postgres, domain, ctx);
  if (record === undefined) throw notFound('Domain');
  return record;
}

/** @param domain normalized host */
export async function isDomainVisible(ctx: DomainReader, domain: string): Promise<boolean> {
  return (await findVisibleDomain(ctx.postgres, domain, ctx)) !== undefined;
}

/** Visible domains that begin with a text, by name. */
export async function searchDomains(ctx: DomainReader, begin: string, limit: number): Promise<string[]> {
  return await listVisibleHosts(ctx.postgres, begin, { ...ctx, limit });
}
