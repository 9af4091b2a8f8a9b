import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import type { Sitemap } from '#providers/search-console/index.ts';
import { getBound } from '../binding/bind-project.ts';
import { getSource, refusedBy } from '../connections/open-source.ts';
import { toTrouble, withFreshToken } from '../connections/test-connection.ts';

type SitemapContext = ProjectReader & Pick<RequestContext, 'postgres' | 'secrets' | 'searchConsole' | 'signal'>;

/** The sitemaps of a project's property, as Google has them now. @throws AppError 404; 409 with a cause and a step when Google refuses */
export async function listSitemaps(ctx: SitemapContext, projectId: string): Promise<readonly Sitemap[]> {
  const { property } = await getBound(ctx, projectId);
  const { credentials, siteUrl } = await getSource(ctx, property.id);
  try {
    return await withFreshToken(() => ctx.searchConsole.listSitemaps(credentials, siteUrl, ctx.signal));
  } catch (error) {
    const trouble = toTrouble(error);
    throw trouble === undefined ? error : refusedBy(trouble);
  }
}
