import { loadBrandMatcher } from '#areas/classification/index.ts';
import { listWatchedAssets } from '#areas/keywords/index.ts';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** Whether queries name an own website of a project, by its host or its name. */
export async function loadBrandTest(sql: Sql, projectId: string): Promise<(query: string) => boolean> {
  const assets = (await listWatchedAssets(sql, [projectId])).get(projectId) ?? [];
  const own = assets.filter(({ role }) => role === 'primary');
  const names = own.flatMap(({ type, value, name }) =>
    type === 'website' ? [toRegistrableDomain(value).split('.')[0] ?? '', toLabel(name)] : [],
  );
  const known = [...new Set(names.map((name) => name.trim().toLowerCase()))].filter((name) => name !== '').toSorted();
  const isNamed = await loadBrandMatcher();
  return (query) => isNamed(query, known).isOwn;
}

/** Many assets are named by their host. */
function toLabel(name: string): string {
  return name.includes('.') ? (toRegistrableDomain(name).split('.')[0] ?? '') : name;
}
