import { listWatchedAssets, toDueDate, toOwnerId } from '#areas/keywords/index.ts';
import { DEFAULT_LANGUAGE_CODE, DEFAULT_LOCATION_CODE, type Project } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import type { Mapping } from '../values/mapping.ts';
import type { ResolveWorld } from '../values/resolve-point.ts';

/** Facts that points of a file are resolved against: the project's websites and market, and its day. */
export async function makeResolveWorld(
  { postgres, config, clock }: Pick<AppContext, 'postgres' | 'config' | 'clock'>,
  project: Project,
  mapping: Mapping,
): Promise<ResolveWorld> {
  const assets = (await listWatchedAssets(postgres, [project.id])).get(project.id) ?? [];
  return {
    mapping,
    ownerId: toOwnerId(config, project.organizationId),
    sites: assets.filter(({ type }) => type === 'website'),
    today: toDueDate(clock.now(), project.timeZone),
    defaults: {
      locationCode: project.settings.defaultLocationCode ?? DEFAULT_LOCATION_CODE,
      languageCode: project.settings.defaultLanguageCode ?? DEFAULT_LANGUAGE_CODE,
    },
  };
}
