import type { DomainType } from '#areas/classification/index.ts';
import { toRate } from '#kernel/statistics/rates.ts';
import type { CitedSet } from './analytics.ts';
import type { CitedSource } from './get-sources.ts';

/** Sites that the classifier never looked at, and those of which it could not say what they are. */
export const UNCLASSIFIED = { never: 'not_classified', undecided: 'undecided' } as const;

interface Counted {
  answers: number;
  beside: number;
  readonly prompts: Set<string>;
  readonly surfaces: Set<string>;
  readonly sites: Set<string>;
}

/** Classes of sites, most cited first: an answer counts once for each class that it cites, however many sites of it. */
export function countClasses(sets: readonly CitedSet[], types: ReadonlyMap<string, DomainType>): CitedSource[] {
  const n = sets.reduce((sum, { answers }) => sum + answers, 0);
  const classes = new Map<string, Counted>();
  for (const { domains, prompt_id: promptId, surface, is_beside: isBeside, answers } of sets) {
    for (const [name, sites] of Map.groupBy(domains, (domain) => toClass(types.get(domain)))) {
      const known = classes.get(name) ?? { answers: 0, beside: 0, prompts: new Set(), surfaces: new Set(), sites: new Set() };
      classes.set(name, known);
      known.answers += answers;
      known.beside += isBeside * answers;
      known.prompts.add(promptId);
      known.surfaces.add(surface);
      for (const site of sites) known.sites.add(site);
    }
  }
  const rows = [...classes].map(([name, counted]): CitedSource => {
    const dates = [...counted.sites].flatMap((site) => types.get(site)?.classifiedAt.getTime() ?? []);
    return {
      source: name,
      owner: null,
      rate: toRate(counted.answers, n),
      prompts: counted.prompts.size,
      surfaces: [...counted.surfaces].toSorted(),
      besideRivals: counted.beside,
      sites: counted.sites.size,
      domainType: name === UNCLASSIFIED.never || name === UNCLASSIFIED.undecided ? null : name,
      classifiedAt: dates.length === 0 ? null : new Date(Math.min(...dates)),
    };
  });
  return rows.toSorted((one, other) => other.rate.successes - one.rate.successes || one.source.localeCompare(other.source));
}

function toClass(found: DomainType | undefined): string {
  return found === undefined ? UNCLASSIFIED.never : (found.type ?? UNCLASSIFIED.undecided);
}
