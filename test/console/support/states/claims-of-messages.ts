import type { Claim } from './claims.ts';

/** What rules said, where messages go, what was brought in, and what assistants are asked. */
export const OF_MESSAGES: readonly Claim[] = [
  { on: ['digests'], says: /^There is no digest yet\.$/u, isSo: ({ digests }) => digests.pagination.total === 0 },
  { on: ['digests'], says: /^No digests yet$/u, isSo: ({ digests }) => digests.pagination.total === 0 },
  {
    on: ['channels'],
    says: /^Messages go to the inbox alone: there is no channel yet\.$/u,
    isSo: ({ channels }) => channels.pagination.total === 0,
  },
  { on: ['channels'], says: /^No channels yet$/u, isSo: ({ channels }) => channels.pagination.total === 0 },
  { on: ['exports'], says: /^There is no export yet\.$/u, isSo: ({ exports }) => exports.pagination.total === 0 },
  { on: ['exports'], says: /^No exports yet$/u, isSo: ({ exports }) => exports.pagination.total === 0 },
  { on: ['imports'], says: /^No imports yet$/u, isSo: ({ imports }) => imports.pagination.total === 0 },
  { on: ['answers'], says: /^No brands yet$/u, isSo: ({ brands }) => brands.brands.length === 0 },
  { on: ['answer-unsure'], says: /^Nothing to decide$/u, isSo: ({ unsure }) => unsure.pagination.total === 0 },
  {
    on: ['answers-setup'],
    says: /^The provider does not read answers of Copilot\.$/u,
    isSo: ({ surfaces }) => surfaces.unavailable.some(({ surface }: any) => surface === 'copilot'),
  },
  {
    on: ['clicks'],
    says: /^No property of Search Console is connected: nothing is counted here\.$/u,
    isSo: ({ voice }) => voice.lacks?.reason === 'no_property',
  },
  { on: ['answer-prompts'], says: /^No prompts yet$/u, isSo: ({ prompts }) => prompts.pagination.total === 0 },
  { on: ['alerts'], says: /^No rules yet\.?$/u, isSo: ({ rules }) => rules.pagination.total === 0 },
  { on: ['alerts'], says: /^No alert in these days$/u, isSo: ({ alerts }) => alerts.pagination.total === 0 },
  {
    on: ['alerts'],
    says: /^Not known: nothing was measured in these days that the rule could judge\.$/u,
    isSo: ({ previews }) => previews.some((preview) => preview.known_from === null || countMeasured(preview) === 0),
  },
  {
    on: ['alerts'],
    says: /^It had nothing to compare on (\d+) days? with good checks: no keyword is of the kind that it asks for\.$/u,
    isSo: ({ previews }, [days]) => previews.some((preview) => preview.considered === 0 && countMeasured(preview) === days),
  },
];

function countMeasured({ by_day: days }: any): number {
  return days.filter(({ measured }: any) => measured).length;
}
