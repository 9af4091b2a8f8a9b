import type { World } from '../world/index.ts';
import { isAmerican, type Site } from '../world/sites.ts';
import { badRequest } from './problem.ts';

const KEYWORDS_DEFAULT = 50;
const KEYWORDS_MAX = 1_000;
const TOPIC = 'invoicing';

/**
 * A website, its competitors and keywords that they compete for in the United States: what a demo
 * or a load run needs to begin. The same for a seed. The strongest site of the topic is left to be
 * the competitor, so that the story has something to win.
 */
export function tellStory(world: World, query: Readonly<Record<string, string>>): Record<string, unknown> {
  const count = Number(query['keywords'] ?? KEYWORDS_DEFAULT);
  if (!Number.isInteger(count) || count < 1 || count > KEYWORDS_MAX)
    throw badRequest(`keywords: must be a whole number from 1 to ${KEYWORDS_MAX}`);
  const [strongest, site] = world.sites
    .filter(isAmericanOfTopic)
    .toSorted((left, right) => right.strength - left.strength || left.index - right.index);
  if (strongest === undefined || site === undefined) throw badRequest(`this world has no two sites about ${TOPIC}`);
  const english = world.keywords.list().filter((keyword) => keyword.language === 'en');
  const own = english.filter((keyword) => keyword.topic === site.topic);
  const others = english.filter((keyword) => keyword.topic !== site.topic);
  return {
    site: {
      domain: site.domain,
      name: site.name,
      about: `a small ${TOPIC} product`,
      competitors: [strongest, ...world.listCompetitors(site).filter((other) => other !== strongest)].map((other) => other.domain),
    },
    keywords: spread(own, count, others).map(({ text, intent }) => ({ keyword: text, location_code: 2840, language_code: 'en', intent })),
  };
}

/** Whether a host is a website of this world: nothing else ranks for anything in it. */
export function findKnownSite(world: World, { domain = '' }: Readonly<Record<string, string>>): Record<string, unknown> {
  const site = world.findSite(domain);
  return { domain, is_known: site !== undefined, name: site?.name ?? null };
}

function isAmericanOfTopic(site: Site): boolean {
  return site.topic?.id === TOPIC && site.businessType === 'saas' && isAmerican(site);
}

/** Evenly over the list, so that short and long keywords come; from other topics when it is too short. */
function spread<Row>(rows: readonly Row[], count: number, more: readonly Row[]): Row[] {
  if (rows.length < count) return [...rows, ...more.slice(0, count - rows.length)];
  return Array.from({ length: count }, (_, at) => rows[Math.floor((at * rows.length) / count)] as Row);
}
