import { DEFAULT_LANGUAGE_CODE, DEFAULT_LOCATION_CODE, findCountryCode, findProject } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Market } from '../keywords/market.ts';
import type { OnboardOptions } from './options.ts';

/**
 * The market of a domain's keywords: what was given, else the settings of the project. The provider has ranked
 * keywords by country, so a town means its country.
 * @returns undefined when the provider has no ranked keywords there
 * @throws AppError `Project not found`
 */
export async function findMarket(
  { postgres, searchData }: Pick<AppContext, 'searchData'> & { readonly postgres: Sql },
  options: Pick<OnboardOptions, 'project_id' | 'location_code' | 'language_code'>,
): Promise<Market | undefined> {
  const { project_id: projectId } = options;
  const project = projectId === undefined ? undefined : await findProject(postgres, projectId);
  if (projectId !== undefined && project === undefined) throw notFound('Project');
  const given = options.location_code ?? project?.settings.defaultLocationCode ?? DEFAULT_LOCATION_CODE;
  const languageCode = options.language_code ?? project?.settings.defaultLanguageCode ?? DEFAULT_LANGUAGE_CODE;
  const codes = [given, findCountryCode(given)].filter((code) => code !== undefined);
  const locationCode = codes.find((code) => searchData.hasRankedKeywords(code, languageCode));
  return locationCode === undefined ? undefined : { locationCode, languageCode };
}
