import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { listOwnWebsites } from './store/websites.ts';

/** The names by which a keyword is known as branded: those given, and those of the project's own websites. None twice, sorted. */
export async function findBrands(
  sql: Sql,
  { projectId, brands = [] }: { readonly projectId: string | undefined; readonly brands?: readonly string[] | undefined },
): Promise<string[]> {
  const websites = projectId === undefined ? [] : await listOwnWebsites(sql, projectId);
  const own = websites.flatMap(({ host, name }) => [toRegistrableDomain(host).split('.')[0] ?? '', name]);
  const names = [...brands, ...own].map((name) => name.trim().toLowerCase());
  return [...new Set(names)].filter((name) => name !== '').toSorted();
}
