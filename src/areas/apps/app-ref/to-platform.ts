import { findAppIdProblem, PLATFORMS, type Platform } from '#areas/assets/index.ts';
import { invalid, notFound } from '#kernel/errors.ts';

/**
 * The store of an app: the one that is named, or the one whose ids look like this.
 * @throws AppError 400 when the id is none of the named store, `App not found` when it is none of any
 */
export function toPlatform(appId: string, platform: Platform | undefined): Platform {
  const fitting = PLATFORMS.find((store) => findAppIdProblem(appId, store) === undefined);
  if (platform === undefined && fitting === undefined) throw notFound('App');
  if (platform !== undefined && fitting !== platform)
    throw invalid([{ path: 'platform', message: `must be the store of the app: ${appId} is no id of ${platform}` }]);
  return fitting as Platform;
}
