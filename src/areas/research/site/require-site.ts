import { loadPageReader } from '#areas/classification/index.ts';
import type { FetchedPage } from './fetch-facts.ts';
import type { PageFacts } from './page-facts.ts';
import { UnreadableSiteError, type SiteProblem } from './unreadable-site.ts';

/** Words of title and description that are enough to go on behind a wall, or before scripts have run. */
const HEAD_WORDS_MIN = 6;
/** What is not tried again: nothing is there. */
const GONE: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 405, 406, 410, 451]);

/** What a placeholder is as a site, and how it is said. `isWall`: there is a site behind it. */
const PLACEHOLDERS: Readonly<Record<string, readonly [problem: SiteProblem, sentence: string, isWall?: boolean]>> = {
  parked: ['parked', 'is a parked name without a site'],
  for_sale: ['parked', 'is a name for sale, without a site'],
  under_construction: ['parked', 'is under construction'],
  default_page: ['parked', 'shows the first page of a server that was just set up'],
  suspended: ['parked', 'was suspended by its hoster'],
  not_found: ['http_status', 'says that there is no such page'],
  bot_wall: ['wall', 'asks its readers to prove that they are people', true],
  consent_wall: ['wall', 'shows nothing before a choice about cookies', true],
  login_wall: ['wall', 'shows nothing without a login', true],
  script_only: ['empty', 'shows nothing without its scripts', true],
  empty: ['empty', 'is a page without words', true],
};

/**
 * The facts of a start page that a site can be judged by.
 * @throws UnreadableSiteError for a failing status, a page that is parked, empty or behind a wall
 */
export async function requireSite({ page, facts }: FetchedPage): Promise<PageFacts> {
  const { host } = new URL(page.finalUrl);
  const fail = (problem: SiteProblem, sentence: string, isLasting?: boolean): UnreadableSiteError =>
    new UnreadableSiteError({ problem, message: `${host} ${sentence}`, ...(isLasting === undefined ? {} : { isLasting }) });
  if (facts === null) throw fail('http_status', `answered with HTTP status ${page.status}`, GONE.has(page.status));
  if (!/<[a-z!]/iu.test(page.text.slice(0, 4_096)) && page.text.trim() !== '') throw fail('not_html', 'sends no page of HTML');
  const { findPlaceholder } = await loadPageReader();
  const placeholder = findPlaceholder(facts, page.isCut);
  if (placeholder === undefined) {
    if (facts.counts.words === 0 && facts.title === null && facts.description === null) throw fail('empty', 'is a page without words');
    return facts;
  }
  const [problem, sentence, isWall = false] = PLACEHOLDERS[placeholder.kind] ?? ['empty', 'is no page of a site'];
  if (isWall && countHeadWords(facts) >= HEAD_WORDS_MIN) return facts;
  throw fail(problem, sentence, problem === 'http_status' ? true : undefined);
}

function countHeadWords({ title, description }: PageFacts): number {
  return description === null ? 0 : (`${title ?? ''} ${description}`.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0);
}
