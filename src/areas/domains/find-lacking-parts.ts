import type { OnboardOptions } from './onboard-options.ts';
import type { DomainPart, PartProgress } from './store/domain-figures.ts';

/**
 * The parts that an onboarding would have to fetch: those it asks for that were never fetched to their
 * end, were fetched for another market, or with fewer rows than it wants where there are more.
 */
export function findLackingParts(parts: readonly PartProgress[], options: OnboardOptions): DomainPart[] {
  const wanted: readonly (readonly [part: DomainPart, isSkipped: boolean | undefined, limit?: number | undefined])[] = [
    ['backlinks', options.skip_backlinks, options.backlinks_limit],
    ['referring_domains', options.skip_referring_domains],
    ['keywords', options.skip_keywords, options.keywords_limit],
    ['summary', false],
    ['properties', false],
  ];
  return wanted.flatMap(([part, isSkipped = false, limit]) => {
    const has = parts.some((known) => known.part === part && isEnough(known, limit) && isOfMarket(known, options));
    return isSkipped || (options.force !== true && has) ? [] : [part];
  });
}

function isEnough({ status, isWhole, rowsWanted }: PartProgress, limit: number | undefined): boolean {
  return status === 'complete' && (limit === undefined || isWhole || rowsWanted === null || rowsWanted >= limit);
}

/** A market that nobody names is whichever there is. */
function isOfMarket({ part, locationCode, languageCode }: PartProgress, wanted: OnboardOptions): boolean {
  if (part !== 'keywords') return true;
  const { location_code: location = locationCode, language_code: language = languageCode } = wanted;
  return location === locationCode && language === languageCode;
}
