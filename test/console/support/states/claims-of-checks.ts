import type { Claim } from './claims.ts';
import { isUnread, lastDay, type Facts } from './state-facts.ts';

const OF_PAGES: readonly Claim[] = [
  { on: ['competitors'], says: /^No (?:successful checks in this period|result pages read in the last 38 days\.)$/u, isSo: isUnread },
  { on: ['competitors'], says: /^Your share of voice is not known: no check of these days was successful\.$/u, isSo: isUnread },
  {
    on: ['competitors'],
    says: /^Your share of voice is not known: no search volume is known of the keywords that were checked\.$/u,
    isSo: (facts) => lastDay(facts)?.keywords > 0 && lastDay(facts)?.keywords_without_volume === lastDay(facts)?.keywords,
  },
  {
    on: ['competitors'],
    says: /^No competitor is compared yet\.$/u,
    isSo: ({ assets }) => assets.assets.every(({ role }: any) => role !== 'competitor'),
  },
  { on: ['competitors'], says: /^No keyword has a good check of both sites yet\.$/u, isSo: isUnread },
  { on: ['competitors'], says: /^(\d+) of \1$/u, isSo: ({ assets }, [n]) => countSites(assets) === n },
  { on: ['features', 'pages'], says: /^No good check within these days$/u, isSo: isUnread },
  {
    on: ['features'],
    says: /^Last day: (\d+) of (\d+) checked keywords, .+$/u,
    isSo: ({ features }, [n, of]) =>
      atLast(features, features.checked) === of && features.features.some((one: any) => atLast(features, one.keywords) === n),
  },
  {
    on: ['features'],
    says: /^No site of yours was seen in one whose sites are kept\.$/u,
    isSo: ({ features }) => features.features.every(({ ours }: any) => !ours?.some((n: number | null) => n !== null && n > 0)),
  },
  {
    on: ['features'],
    says: /^.+ stood on (\d+) of (\d+) checked result pages on .+, and no other feature on more\.$/u,
    isSo: ({ features }, [n, of]) =>
      atLast(features, features.checked) === of &&
      Math.max(...features.features.map((one: any) => atLast(features, one.keywords) ?? 0)) === n,
  },
  {
    on: ['pages'],
    says: /^No two of them take turns\.$|^None of the (\d+) checked keywords had two of your pages ranking in this period\.$/u,
    isSo: ({ pages }, [n]) => pages.contested.length === 0 && (n === '' || pages.checked === n),
  },
  { on: ['pages'], says: /^(\d+) of \1$/u, isSo: ({ pages }, [n]) => pages.pages.length === n },
  { on: ['pages'], says: /^no$/u, isSo: ({ pages }) => pages.pages.some(({ is_money_page: isMoney }: any) => isMoney === false) },
];

const OF_ONE: readonly Claim[] = [
  { on: ['keyword'], says: /^Not checked yet\.$/u, isSo: (facts) => ofKeyword(facts).status === 'pending' },
  {
    on: ['keyword'],
    says: /^No (?:check was good|successful check) so far\.$/u,
    isSo: (facts) => ofKeyword(facts).status === 'failed' && ofKeyword(facts).run_id === null,
  },
  {
    on: ['keyword'],
    says: /^No checks in this period\.$|^Not known: nothing was measured on these days\.$/u,
    isSo: (facts) => ofKeyword(facts).run_id === null,
  },
  {
    on: ['keyword'],
    says: /^Position (\d+), with nothing to compare with\.$/u,
    isSo: (facts, [n]) => ofKeyword(facts).position === n && ofKeyword(facts).previous_position === null,
  },
  { on: ['keyword'], says: /^Not found by the newest check\.$|^not found$/u, isSo: (facts) => ofKeyword(facts).status === 'not_found' },
  {
    on: ['keyword'],
    says: /^(\d+) of \1$/u,
    isSo: (facts, [n]) => Number(ofKeyword(facts).run_id !== null) + listFailures(facts).length === n,
  },
  {
    on: ['keyword'],
    says: /^Monthly searches for this keyword are not known\.$/u,
    isSo: ({ data: { coverage } }) => coverage.with_figures === 0,
  },
  {
    on: ['run'],
    says: /^Not found on .+ among the (\d+) results that were read\.$/u,
    isSo: ({ run }, [n]) => run.run.checked_depth === n && run.results.every(({ relationship }: any) => relationship !== 'MINE'),
  },
  {
    on: ['run'],
    says: /^The page had one that arrived later and was not loaded, so it is not known whom it cites\.$/u,
    isSo: ({ run }) => run.ai_overview.state === 'not_loaded',
  },
  {
    on: ['run'],
    says: /^Everything on the page of .+$/u,
    isSo: ({ run }) => run.results.length === run.run.items_count,
  },
  { on: ['run'], says: /^(\d+) of \1$/u, isSo: ({ run }, [n]) => run.results.length === n && run.run.items_count === n },
  {
    on: ['run'],
    says: /^read .+ · (\d+) of (\d+) results deep · .+ about ([\d,]+) results in all ·$/u,
    isSo: ({ run: { run } }, [n, of, all]) => run.checked_depth === n && run.depth === of && run.se_results_count === all,
  },
];

const OF_SHARES: readonly Claim[] = [
  { on: ['share'], says: /^No (?:good check was made in these days|successful checks in this period)\.$/u, isSo: isUnread },
  {
    on: ['share'],
    says: /^(\d+) of \1$/u,
    isSo: ({ overview: { outcomes }, assets, features }, [n]) =>
      [outcomes.tracked, countSites(assets), features.features.length].includes(n),
  },
  {
    on: ['share'],
    says: /^not checked$/u,
    isSo: ({ overview: { outcomes, days } }) => outcomes.pending > 0 || days.at(-1).checked === 0,
  },
  { on: ['share'], says: /^not found$/u, isSo: ({ overview: { outcomes } }) => outcomes.not_found > 0 },
];

/** What is said of what checks found: of all keywords, of one, of one check, and to readers of a shared page. */
export const OF_CHECKS: readonly Claim[] = [...OF_PAGES, ...OF_ONE, ...OF_SHARES];

/** The value of the last day on which something was checked. */
function atLast({ checked }: any, values: readonly (number | null)[]): number | null | undefined {
  return values[checked.findLastIndex((count: number) => count > 0)];
}

/** Apps of a project stand on no result page. */
function countSites({ assets }: any): number {
  return assets.filter(({ type }: any) => type === 'website').length;
}

function ofKeyword({ rankings, keywordId }: Facts): any {
  return rankings.rankings.find((row: any) => row.keyword_id === keywordId);
}

function listFailures({ failures, keywordId }: Facts): readonly any[] {
  return failures.failures.filter((row: any) => row.keyword_id === keywordId);
}
