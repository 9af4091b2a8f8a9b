import type { AppContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { isKnownDomain } from './store/domain-groups.ts';
import { countUrls, listUrls, unsureUrls, type UrlPage, type UrlRecord } from './store/urls.ts';

export interface FoundUrls {
  readonly urls: readonly UrlRecord[];
  readonly total: number;
}

/**
 * Known pages by what they were classified as.
 * @throws AppError `Domain not found`
 */
export async function browseUrls({ postgres }: Pick<AppContext, 'postgres'>, page: UrlPage): Promise<FoundUrls> {
  if (page.domainId !== undefined && !(await isKnownDomain(postgres, page.domainId))) throw notFound('Domain');
  const [urls, total] = await Promise.all([listUrls(postgres, page), countUrls(postgres, page)]);
  return { urls, total };
}

/** Pages that a person should look at, the least sure first. */
export async function sampleUnsureUrls(
  { postgres }: Pick<AppContext, 'postgres'>,
  page: { readonly confidenceMax: number; readonly limit: number; readonly offset: number },
): Promise<FoundUrls> {
  const { rows: urls, total } = await unsureUrls.read(postgres, page.confidenceMax, page);
  return { urls, total };
}
