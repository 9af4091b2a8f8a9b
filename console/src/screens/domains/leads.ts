/** What the screens of domains say first. */
import type { Domain, GetDomainsByDomainSummaryResponse } from '#client';
import { formatCount, formatPlural } from '#data/format.ts';
import { joinWords, sayIs } from '#data/sentence.ts';

/** How many domains are known, and what became of those that are listed. */
export function sayDomains(domains: readonly Pick<Domain, 'onboard_status' | 'data_tier'>[], total: number): string | undefined {
  if (total === 0) return undefined;
  const count = (...states: readonly Domain['onboard_status'][]): number =>
    domains.filter((one) => one.data_tier !== 'classified' && states.includes(one.onboard_status)).length;
  const classified = domains.filter((one) => one.data_tier === 'classified').length;
  const [failed, waiting] = [count('failed'), count('pending', 'in_progress')];
  const states = joinWords([
    failed > 0 && `fetching ${formatCount(failed)} failed`,
    waiting > 0 && `${sayIs(waiting, formatCount(waiting))} not fetched yet`,
    classified > 0 && `${sayIs(classified, formatCount(classified))} only classified`,
  ]);
  const listed = domains.length < total ? `, of the ${formatCount(domains.length)} below` : '';
  return `${sayIs(total, formatPlural(total, 'domain'))} known${listed}: ${states === '' ? 'all fetched' : states}.`;
}

/** What links to a domain and what it ranks for; of what was not fetched, that it was not. */
export function sayDomain(
  known: Pick<
    GetDomainsByDomainSummaryResponse,
    'onboard_status' | 'onboard_error' | 'referring_domains_count' | 'backlinks_count' | 'ranked_keywords_count'
  >,
): string {
  const { onboard_status: status, referring_domains_count: domains, backlinks_count: links, ranked_keywords_count: keywords } = known;
  const linked =
    domains === null
      ? undefined
      : `${formatPlural(domains, 'domain')} ${domains === 1 ? 'links' : 'link'} to it${links === null ? '' : `, with ${formatPlural(links, 'link')}`}`;
  const ranks = keywords === null ? undefined : `it ranks for ${formatPlural(keywords, 'known keyword')}`;
  const said = joinWords([linked, ranks]);
  const state =
    status === 'failed'
      ? `Fetching failed${known.onboard_error === null ? '' : `: ${known.onboard_error}`}. `
      : status === 'complete'
        ? ''
        : 'Not everything is fetched yet. ';
  if (said === '') return `${state}Neither its links nor its keywords are known.`;
  const unknown = joinWords([domains === null && 'its links', keywords === null && 'its keywords']);
  return `${state}${said.charAt(0).toUpperCase()}${said.slice(1)}.${unknown === '' ? '' : ` ${unknown.charAt(0).toUpperCase()}${unknown.slice(1)} are not known.`}`;
}
