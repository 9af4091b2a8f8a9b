import { findMarket, type Market } from '#areas/domains/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { invalid } from '#kernel/errors.ts';
import { listProjectWebsites } from '../store/websites.ts';

/** Sites that are compared at most, the own one included. */
export const SITES_MAX = 5;
/** A project's websites that are looked at to find those to compare. */
const WEBSITES_MAX = 100;

export interface SiteChoice {
  readonly projectId: string | undefined;
  /** Normalized hosts: the competitors of a project's website; without a project the own site first. */
  readonly targets: readonly string[];
  readonly locationCode: number | undefined;
  readonly languageCode: string | undefined;
}

export interface ComparedSites {
  readonly own: string;
  readonly rivals: readonly string[];
  readonly market: Market;
  /** Of the project; undefined: none was given. */
  readonly organizationId: string | undefined;
}

/**
 * Which sites are compared, and in which market.
 * @throws AppError `Project not found`; 400 when there are too few sites or too many, or no ranked keywords in the market
 */
export async function chooseSites(ctx: ProjectReader & Pick<AppContext, 'searchData'>, choice: SiteChoice): Promise<ComparedSites> {
  const { projectId, locationCode, languageCode } = choice;
  const project = projectId === undefined ? undefined : await getProject(ctx, projectId);
  const [own, ...rivals] = project === undefined ? [...new Set(choice.targets)] : await listSitesOf(ctx, project.id, choice.targets);
  if (own === undefined || rivals.length === 0) throw invalid([{ path: 'targets', message: 'must name at least two different sites' }]);
  const market = await findMarket(ctx, { project_id: projectId, location_code: locationCode, language_code: languageCode });
  if (market === undefined)
    throw invalid([{ path: 'location_code', message: 'the provider has no ranked keywords for this location and language' }]);
  return { own, rivals, market, organizationId: project?.organizationId };
}

/** The project's own website and the given ones, or else its competitors. */
async function listSitesOf({ postgres }: ProjectReader, projectId: string, targets: readonly string[]): Promise<string[]> {
  const websites = await listProjectWebsites(postgres, projectId, WEBSITES_MAX);
  const own = websites.find(({ role }) => role === 'primary')?.host;
  if (own === undefined) throw invalid([{ path: 'project_id', message: 'the project has no website of its own' }]);
  const competitors = websites.filter(({ role }) => role === 'competitor').map(({ host }) => host);
  const rivals = (targets.length > 0 ? targets : competitors).filter((host) => host !== own);
  if (rivals.length === 0) throw invalid([{ path: 'targets', message: 'must name a competitor: the project has none' }]);
  if (targets.length > 0 && new Set(rivals).size >= SITES_MAX)
    throw invalid([{ path: 'targets', message: `must name at most ${SITES_MAX - 1} sites beside the project's own` }]);
  return [...new Set([own, ...rivals])].slice(0, SITES_MAX);
}
