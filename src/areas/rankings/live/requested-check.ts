import { toKeywordId, toOwnerId } from '#areas/keywords/index.ts';
import { DEFAULT_LANGUAGE_CODE, DEFAULT_LOCATION_CODE, type Project } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import type { SerpCheck } from '../check.ts';
import type { TrackRequest } from './track-rankings.ts';

/** A keyword's own options, then the project's, then the defaults. */
export function toRequestedCheck(
  { config }: Pick<AppContext, 'config'>,
  request: Omit<TrackRequest, 'projectId' | 'force'>,
  project: Project | undefined,
): SerpCheck {
  const subject = {
    keywordText: request.keywordText,
    locationCode: request.locationCode ?? project?.settings.defaultLocationCode ?? DEFAULT_LOCATION_CODE,
    languageCode: request.languageCode ?? project?.settings.defaultLanguageCode ?? DEFAULT_LANGUAGE_CODE,
    device: request.device,
  };
  const { keywordText, ...where } = subject;
  return {
    ...where,
    keywordId: toKeywordId(subject, toOwnerId(config, project?.organizationId)),
    keyword: keywordText,
    engine: request.engine,
    channel: request.channel,
    depth: request.depth,
    depthStrategy: 'full',
    lookFor: [],
    lastPosition: null,
    loadsOverview: project?.settings.loadsAiOverviews,
  };
}
