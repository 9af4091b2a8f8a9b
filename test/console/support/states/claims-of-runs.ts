import type { Claim } from './claims.ts';
import { isOfOthers } from './state-facts.ts';

const OF_RESEARCH: readonly Claim[] = [
  { on: ['research-run'], says: /^No keywords harvested$/u, isSo: ({ research }) => research.harvest === null },
  {
    on: ['research-run'],
    says: /^No keyword that fits was found, but not every source answered\.$/u,
    isSo: ({ research: { harvest, errors } }) => harvest.kept_keywords === 0 && errors.length > 0,
  },
  {
    on: ['research-run'],
    says: /^[A-Z][a-z ]+: (.+)$/u,
    isSo: ({ research: { errors } }, [said]) => errors.some(({ message }: any) => message === said),
  },
  { on: ['research-run'], says: /^No keyword was accepted(?:, so there is none to group\.)?$/u, isSo: ({ found }) => found.total === 0 },
  { on: ['research-run'], says: /^No groups$/u, isSo: ({ groups }) => groups.total === 0 },
  { on: ['research-run'], says: /^none yet$/u, isSo: ({ groups }) => groups.clusters.some((one: any) => one.target_url === null) },
  {
    on: ['research-run'],
    says: /^Keywords accepted: (0) of them$|^Irrelevant: (0) of them$|^Groups: (0) of them$/u,
    isSo: ({ research: { harvest } }, [kept, irrelevant, groups]) =>
      (kept === 0 && harvest.kept_keywords === 0) ||
      (irrelevant === 0 && harvest.irrelevant_keywords === 0) ||
      (groups === 0 && harvest.clusters === 0),
  },
  {
    on: ['research-run'],
    says: /^(.+)$/u,
    isSo: ({ research: { enrichment } }, [text]) =>
      enrichment !== null &&
      isOfOthers(text, [...enrichment.seed_keywords, enrichment.seed_keywords.join(', '), enrichment.business_focus]),
  },
  {
    on: ['research-run'],
    says: /^not known: not every source answered$/u,
    isSo: ({ research: { harvest, errors } }) => errors.length > 0 && Object.values(harvest.sources).includes(0),
  },
  { on: ['research-run'], says: /^(\d+) of \1$/u, isSo: ({ found, groups }, [n]) => [found.total, groups.total].includes(n) },
  { on: ['research-run'], says: /^none$/u, isSo: ({ research }) => research.user_customization.app_names.length === 0 },
];

const OF_LISTS: readonly Claim[] = [
  {
    on: ['classified-list'],
    says: /^(\d+) of (\d+) items? (?:is|are) done(?:: (?:(\d+) of them unsure)?(?:(\d+) failed)?(?:(\d+) over budget)?(?:(\d+) not reached)?)?\.$/u,
    isSo: ({ list: { done, items, statuses } }, [n, of, unsure, failed, over, missed]) =>
      done === n &&
      items === of &&
      statuses.unsure === Number(unsure) &&
      statuses.failed === Number(failed) &&
      statuses.over_budget === Number(over) &&
      statuses.not_reached === Number(missed),
  },
  { on: ['classified-list'], says: /^(\d+) of \1$/u, isSo: ({ items }, [n]) => items.total === n },
];

/** What is said of one research run and of one classified list. */
export const OF_RUNS: readonly Claim[] = [...OF_RESEARCH, ...OF_LISTS];
