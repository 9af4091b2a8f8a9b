/** Keywords that each source may give for one location. */
export interface RowShares {
  /** The site's own. */
  readonly domain: number;
  /** Of the language model, over all categories. */
  readonly ideas: number;
  /** Seeds with the name of the location; plans are stored under this name. */
  readonly places: number;
  /** Of the provider, by category. */
  readonly categories: number;
  /** Of the provider, from the seeds. */
  readonly seeds: number;
  readonly total: number;
}

/** What the sources could give; a source that is not there leaves its share to the others. */
export interface Sources {
  readonly modelIdeas: number;
  readonly placeIdeas: number;
  readonly hasCategories: boolean;
  readonly hasSeeds: boolean;
}

const DOMAIN_SHARE = 0.5;
/** The share of locations in the rows that the domain's own keywords leave. */
const LOCATIONS_SHARE = 0.2;
const IDEAS_SHARE = 0.5;

/** Shares a limit among the sources before the first call, so that what is bought can be said and is never more. */
export function shareRows(keywordsMax: number, { modelIdeas, placeIdeas, hasCategories, hasSeeds }: Sources): RowShares {
  const hasLists = hasCategories || hasSeeds;
  const others = hasLists || modelIdeas > 0 ? Math.floor(keywordsMax * (1 - DOMAIN_SHARE)) : 0;
  const places = Math.min(placeIdeas, Math.floor(others * LOCATIONS_SHARE));
  const ideas = Math.min(modelIdeas, Math.ceil((others - places) * (hasLists ? IDEAS_SHARE : 1)));
  const left = hasLists ? others - places - ideas : 0;
  const categories = hasCategories ? Math.ceil(left * (hasSeeds ? 0.5 : 1)) : 0;
  const seeds = left - categories;
  const domain = keywordsMax - places - ideas - left;
  return { domain, ideas, places, categories, seeds, total: keywordsMax };
}

/**
 * Gives what the domain left over to the provider's ideas: as much as fits into the calls that are planned anyway.
 * @param domainCame keywords of the domain
 * @param perCall rows that one call gives
 */
export function passOn(rows: RowShares, domainCame: number, perCall: number): RowShares {
  const left = Math.max(0, rows.domain - domainCame);
  const roomOf = (share: number): number => Math.ceil(share / perCall) * perCall - share;
  const toCategories = Math.min(roomOf(rows.categories), rows.seeds > 0 ? Math.ceil(left / 2) : left);
  const toSeeds = Math.min(roomOf(rows.seeds), left - toCategories);
  return { ...rows, domain: rows.domain - toCategories - toSeeds, categories: rows.categories + toCategories, seeds: rows.seeds + toSeeds };
}
