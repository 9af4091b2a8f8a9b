import { normalizeKeyword } from '#kernel/text.ts';
import type { ResearchMarket } from '../../runs/research-run.ts';

/** Seeds that are asked for with the name of a location. */
const SEEDS_MAX = 20;

/**
 * What people in a location type who look for a business there: a seed and the name of the location.
 * A country gives none: people name their town.
 * @example listLocationIdeas(['dentist'], { locationCode: 1_004_234, locationName: 'Hamburg,Hamburg,Germany', languageCode: 'de' }) // ['dentist hamburg']
 */
export function listLocationIdeas(seeds: readonly string[], { locationName }: ResearchMarket): string[] {
  const [town = '', ...around] = locationName.split(',').map(normalizeKeyword);
  if (town === '' || around.length === 0) return [];
  return seeds.slice(0, SEEDS_MAX).map((seed) => (` ${seed} `.includes(` ${town} `) ? seed : `${seed} ${town}`));
}
