import type { Claim } from './claims.ts';
import { isUnread, lastDay, listRead } from './state-facts.ts';

const OF_OVERVIEW: readonly Claim[] = [
  {
    on: ['overview'],
    says: /^(\d+) keywords? (?:(?:is|are|has|have) )?not (?:been )?checked yet\.?(?: \$[\d.]+ spent this month\.)?$/u,
    isSo: ({ overview: { outcomes } }, [n]) => outcomes.pending === n,
  },
  {
    on: ['overview'],
    says: /^Not known: the keywords have not been checked yet\.$/u,
    isSo: ({ overview: { outcomes } }) => outcomes.tracked > 0 && outcomes.pending === outcomes.tracked,
  },
  { on: ['overview'], says: /^Not known: no keyword had a good check by .+\.$/u, isSo: isUnread },
  { on: ['overview'], says: /^no successful check in this period$/u, isSo: isUnread },
  { on: ['overview'], says: /^Nothing was measured in these days\.$/u, isSo: isUnread },
  {
    on: ['overview', 'competitors', 'share'],
    says: /^Not known: nothing was measured on these days\.$/u,
    isSo: ({ overview: { days } }) => days.every(({ share_of_voice: share }: any) => share === null),
  },
  {
    on: ['overview'],
    says: /^Not known: .+ is the first day with a good check, so there is nothing to compare with\.$|^There is no earlier day to compare with yet\.(?: \$[\d.]+ spent this month\.)?$/u,
    isSo: ({ overview }) => listRead(overview.days).length === 1 && listRead(overview.compared_days).length === 0,
  },
  { on: ['overview'], says: /^(\d+) of them in the top 3$/u, isSo: (facts, [n]) => lastDay(facts)?.top_3 === n },
  {
    on: ['overview'],
    says: /^(\d+) keywords? without a known volume$/u,
    isSo: (facts, [n]) => lastDay(facts)?.keywords_without_volume === n,
  },
  {
    on: ['overview'],
    says: /^On .+, (\d+) of (\d+) keywords ranked, (\d+) in the top 10\.$/u,
    isSo: (facts, [ranked, of, best]) =>
      lastDay(facts)?.ranked === ranked && lastDay(facts)?.keywords === of && lastDay(facts)?.top_10 === best,
  },
  {
    on: ['overview'],
    says: /^.+: 1–3 (\d+), 4–10 (\d+), 11 and more (\d+), Not found (\d+)\.$/u,
    isSo: (facts, [first, second, rest, missing]) => {
      const { top_3: top3, top_10: top10, ranked, not_found: lost } = lastDay(facts);
      return top3 === first && top10 - top3 === second && ranked - top10 === rest && lost === missing;
    },
  },
  {
    on: ['overview'],
    says: /^The newest check was good for all (\d+) checked keywords\.$/u,
    isSo: ({ overview: { outcomes } }, [n]) => outcomes.failed === 0 && outcomes.pending === 0 && outcomes.tracked === n,
  },
  {
    on: ['overview'],
    says: /^(?:No|Not known: no) keyword had a good check after (.+) and by .+?(?:, so nothing is known to have moved\. \$[\d.]+ spent this month)?\.$/u,
    isSo: ({ overview: { days } }, [since]) => {
      const checked = days.filter((day: any) => day.checked > 0);
      return checked.length === 1 && Date.parse(checked[0].date) === Date.parse(`${since} UTC`);
    },
  },
  { on: ['overview'], says: /^In the top 10: (0) of them$/u, isSo: (facts) => lastDay(facts)?.top_10 === 0 },
  { on: ['overview'], says: /^Failed checks: (0) of them$/u, isSo: ({ overview: { outcomes } }) => outcomes.failed === 0 },
  { on: ['overview'], says: /^Last check not yet, .+$/u, isSo: ({ overview }) => overview.last_check_at === null },
  { on: ['overview'], says: /^Last check .+, none planned$/u, isSo: ({ overview }) => overview.next_check_at === null },
  { on: ['overview'], says: /^No checks are due in the next seven days\.$/u, isSo: ({ overview }) => overview.next_checks.length === 0 },
  { on: ['overview'], says: /^Nothing is noted for these days\.$/u, isSo: ({ notes }) => notes.annotations.length === 0 },
];

const OF_LISTS: readonly Claim[] = [
  {
    on: ['keywords', 'checks', 'heat-map'],
    says: /^(\d+) of \1(?: keywords)?$/u,
    isSo: ({ overview: { outcomes } }, [n]) => outcomes.tracked === n,
  },
  {
    on: ['keywords'],
    says: /^not checked yet$/u,
    isSo: ({ overview: { outcomes } }) => outcomes.pending === outcomes.tracked,
  },
  {
    on: ['keywords'],
    says: /^no newest check was good$/u,
    isSo: ({ overview: { outcomes } }) => outcomes.failed > 0 && outcomes.failed + outcomes.pending === outcomes.tracked,
  },
  {
    on: ['keywords'],
    says: /^No position is known: (?:the newest check of (\d+) failed|(\d+) are not checked yet)\.$/u,
    isSo: ({ overview: { outcomes } }, [failed, pending]) =>
      outcomes.ranked + outcomes.not_found === 0 && (outcomes.failed || outcomes.pending) === (failed === '' ? pending : failed),
  },
  {
    on: ['keywords'],
    says: /^First checks: (\d+) of (\d+) done\.$/u,
    isSo: ({ overview: { outcomes } }, [n, of]) => outcomes.tracked - outcomes.pending === n && outcomes.tracked === of,
  },
  {
    on: ['keywords'],
    says: /^(\d+) of (\d+) keywords ranks?, the best at \d+; (\d+) (?:was|were) not found\.$/u,
    isSo: ({ overview: { outcomes } }, [ranked, of, missing]) =>
      outcomes.ranked === ranked && outcomes.tracked === of && outcomes.not_found === missing,
  },
  {
    on: ['keywords'],
    says: /^Of (\d+) keywords with a good check, (\d+) in the top 3, (\d+) in the top 10 and (\d+) not found(?:; (\d+) are not checked yet)?\.$/u,
    isSo: (facts, [good, top3, top10, missing, pending]) => {
      const { outcomes } = facts.overview;
      const isPlaced = lastDay(facts)?.top_3 === top3 && lastDay(facts)?.top_10 === top10;
      return (
        isPlaced && outcomes.ranked + outcomes.not_found === good && outcomes.not_found === missing && outcomes.pending === Number(pending)
      );
    },
  },
  {
    on: ['keywords'],
    says: /^ranked (\d+) of (\d+)(?: checked)?, average [\d.]+ of those$/u,
    isSo: ({ overview: { outcomes } }, [ranked, of]) => outcomes.ranked === ranked && outcomes.ranked + outcomes.not_found === of,
  },
  {
    on: ['checks'],
    says: /^The price of (\d+) of them is not known yet\.$/u,
    isSo: ({ overview: { outcomes } }, [n]) => outcomes.pending > 0 && Number(n) % outcomes.pending === 0,
  },
  {
    on: ['checks'],
    says: /^(\d+) are not checked yet\.$/u,
    isSo: ({ overview: { outcomes } }, [n]) => outcomes.pending === n,
  },
  {
    on: ['checks'],
    says: /^All keywords are checked by hand only\.$|^No checks are planned for the next 30 days: .+$/u,
    isSo: ({ overview }) => overview.next_check_at === null,
  },
  {
    on: ['checks'],
    says: /^Nothing failed and nothing is due\.$/u,
    isSo: ({ overview: { outcomes } }) => outcomes.failed === 0 && outcomes.pending === 0,
  },
];

/** What the overview and the lists of a project's keywords say. */
export const OF_KEYWORDS: readonly Claim[] = [...OF_OVERVIEW, ...OF_LISTS];
