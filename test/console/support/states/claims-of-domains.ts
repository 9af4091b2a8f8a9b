import type { Claim } from './claims.ts';
import type { Facts } from './state-facts.ts';

const OF_SUMMARY: readonly Claim[] = [
  { on: ['domains'], says: /^(\d+) of \1$/u, isSo: ({ domains }, [n]) => domains.pagination.total === n },
  {
    on: ['domains'],
    says: /^(\d+) domains are known: fetching (\d+) failed and (\d+) are not fetched yet\.$/u,
    isSo: ({ domains }, [n, failed, pending]) =>
      domains.pagination.total === n && count(domains, 'failed') === failed && count(domains, 'pending') === pending,
  },
  {
    on: ['domain'],
    says: /^(?:Fetching failed: )?(\w[\w ,]+ could not be fetched: .+?)\.?(?: What was fetched before it is kept\.)?$/u,
    isSo: ({ summary }, [all]) => withoutEnd(summary.onboard_error) === withoutEnd(String(all)),
  },
  { on: ['domain'], says: /^none of the parts$/u, isSo: ({ summary }) => summary.missing.length === 0 },
  { on: ['domain'], says: /^Not known yet$/u, isSo: ({ summary }) => summary.missing.length > 0 },
  {
    on: ['domain'],
    says: /^Not everything is fetched yet\.$/u,
    isSo: ({ summary }) => summary.missing.length > 0 && summary.onboard_status === 'pending',
  },
  {
    on: ['domain'],
    says: /^Neither its links nor its keywords are known\.$/u,
    isSo: ({ summary }) =>
      [summary.backlinks_count, summary.referring_domains_count, summary.ranked_keywords_count].every((one) => one === null),
  },
  { on: ['domain'], says: /^The link figures have not been fetched yet\.$/u, isSo: ({ summary }) => isUntried(summary, 'summary') },
  { on: ['domain'], says: /^The link figures could not be fetched\.$/u, isSo: ({ summary }) => isTried(summary, 'summary') },
  {
    on: ['domain'],
    says: /^The places on its home page have not been read yet\.$/u,
    isSo: ({ summary }) => isUntried(summary, 'properties'),
  },
  { on: ['domain'], says: /^The places on its home page could not be read\.$/u, isSo: ({ summary }) => isTried(summary, 'properties') },
];

const OF_TABS: readonly Claim[] = [
  {
    on: ['domain'],
    says: /^(\d+) of \1$/u,
    isSo: ({ summary, ownPages, anchors }, [n]) => [summary.properties.length, ownPages.total, anchors.total].includes(n),
  },
  { on: ['domain'], says: /^The ranked keywords have not been fetched\.$/u, isSo: ({ markets }) => markets.fetches.length === 0 },
  {
    on: ['domain'],
    says: /^Keywords that rank in .+ could not be fetched\.$/u,
    isSo: ({ markets }) => markets.fetches.some(({ status }: any) => status === 'failed'),
  },
  {
    on: ['domain'],
    says: /^(\d+) of (\d+) keywords that rank in .+ have been fetched\.$/u,
    isSo: ({ markets }, [n, of]) => markets.fetches.some((one: any) => one.rows_fetched === n && one.rows_total === of),
  },
  {
    on: ['domain'],
    says: /^The (backlinks|referring domains) could not be fetched\.$/u,
    isSo: (facts, [list]) => known(facts, list).stored === 0 && known(facts, list).status === 'failed',
  },
  {
    on: ['domain'],
    says: /^The (backlinks|referring domains) have not been fetched\.$/u,
    isSo: (facts, [list]) => known(facts, list).stored === 0 && known(facts, list).fetched_at === null,
  },
  {
    on: ['domain'],
    says: /^The (backlinks|referring domains|ranked keywords|links and keywords of its pages) have not been fetched yet\.$/u,
    isSo: ({ summary }, [list]) => toParts(list).some((part) => isUntried(summary, part)),
  },
  {
    on: ['domain'],
    says: /^The (backlinks|referring domains|ranked keywords|links and keywords of its pages) could not be fetched\.$/u,
    isSo: ({ summary }, [list]) => toParts(list).some((part) => isTried(summary, part)),
  },
  {
    on: ['domain'],
    says: /^Links to pages of unknown kind: (0) of them$/u,
    isSo: ({ ownPages }) => ownPages.judged_at !== null && ownPages.unknown_pages.links_to === 0,
  },
  { on: ['domain'], says: /^Not known$/u, isSo: ({ ownPages }) => !ownPages.is_own },
  {
    on: ['domain'],
    says: /^Not checked since .+: nothing is known about that time\.$/u,
    isSo: ({ changes: { look, counts } }) => look.until === null && Object.values(counts).every((one) => one === null),
  },
  {
    on: ['domain'],
    says: /^\(image without alt text\)$/u,
    isSo: ({ anchors }) => anchors.anchors.some(({ anchor }: any) => anchor === null),
  },
  { on: ['domain'], says: /^no$/u, isSo: ({ ownPages }) => ownPages.pages.some(({ is_money_page: isMoney }: any) => isMoney === false) },
];

export const OF_DOMAINS: readonly Claim[] = [...OF_SUMMARY, ...OF_TABS];

function count({ domains }: any, status: string): number {
  return domains.filter((one: any) => one.onboard_status === status).length;
}

/** An error begins a sentence, or stands within one. */
function withoutEnd(error: string | null): string | undefined {
  return error?.replace(/\.$/u, '').toLowerCase();
}

function isUntried(summary: any, part: string): boolean {
  return summary.missing.includes(part) && summary.onboard_status === 'pending' && summary.onboard_error === null;
}

function isTried(summary: any, part: string): boolean {
  return summary.missing.includes(part) && summary.onboard_error !== null;
}

/** The parts of a domain that a list is made of. */
function toParts(list: string | number | undefined): readonly string[] {
  if (list === 'ranked keywords') return ['keywords'];
  return list === 'links and keywords of its pages' ? ['backlinks', 'keywords'] : [String(list).replace(' ', '_')];
}

function known({ changes: { knowledge } }: Facts, list: string | number | undefined): any {
  return list === 'backlinks' ? knowledge.backlinks : knowledge.referring_domains;
}
