import type { ProjectReader } from '#areas/projects/index.ts';
import { notFound } from '#kernel/errors.ts';
import { selectVisibleDomain, type DomainDetails } from './store/domain-records.ts';

/**
 * The record of a domain, if the caller may see it: any known one, or for a bound caller those that
 * are a website of one of its projects (specification 4.6).
 * @param domain normalized host
 * @throws AppError `Domain not found`
 */
export async function getVisibleDomain({ postgres, caller }: ProjectReader, domain: string): Promise<DomainDetails> {
  const record = await selectVisibleDomain(postgres, domain, caller);
  if (record === undefined) throw notFound('Domain');
  return record;
}

/** @param domain normalized host */
export async function isDomainVisible({ postgres, caller }: ProjectReader, domain: string): Promise<boolean> {
  return (await selectVisibleDomain(postgres, domain, caller)) !== undefined;
}
