import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { StoredProperty } from './connection.ts';
import { getConnection } from './get-connection.ts';
import { listWebsites, propertyList } from './store/properties.ts';

export interface ListedProperty extends StoredProperty {
  /** It holds one of the project's own websites; null: no project was named. */
  readonly isProposed: boolean | null;
}

/**
 * The properties that are read by a connection, as Google listed them last; what can be read first.
 * @throws AppError 404 for a connection or project that the caller may not see, or a project of another organization
 */
export async function listProperties(
  ctx: ProjectReader,
  { connectionId, projectId, ...page }: Page & { readonly connectionId: string; readonly projectId: string | undefined },
): Promise<{ readonly properties: ListedProperty[]; readonly total: number }> {
  const connection = await getConnection(ctx, connectionId);
  const project = projectId === undefined ? undefined : await getProject(ctx, projectId);
  if (project !== undefined && project.organizationId !== connection.organizationId) throw notFound('Project');
  const websites = project === undefined ? undefined : await listWebsites(ctx.postgres, project.id);
  const { rows, total } = await propertyList.read(ctx.postgres, { connectionId: connection.id }, page);
  const properties = rows.map((property) => ({
    ...property,
    isProposed: websites === undefined ? null : property.canRead && websites.some((website) => holds(property.siteUrl, website)),
  }));
  return { properties, total };
}

/** Whether a property counts a website: a domain counts what is below it too. */
function holds(siteUrl: string, website: string): boolean {
  const host = hostOf(website);
  if (siteUrl.startsWith('sc-domain:')) {
    const domain = siteUrl.slice('sc-domain:'.length);
    return host === domain || host.endsWith(`.${domain}`);
  }
  const own = hostOf(siteUrl);
  return host === own || `www.${host}` === own;
}

function hostOf(text: string): string {
  return (URL.parse(text.includes('://') ? text : `https://${text}`)?.hostname ?? text).toLowerCase();
}
