import type { Claim } from './claims.ts';
import { isOfOthers, type Facts } from './state-facts.ts';

const OF_ONE_APP: readonly Claim[] = [
  { on: ['app'], says: /^This app has not been read yet$/u, isSo: ({ app }) => app === undefined },
  {
    on: ['app'],
    says: /^Nothing of it was read yet\.$|^The app has not been read\.$/u,
    isSo: (facts) => tracked(facts).last_run_at === null,
  },
  {
    on: ['app'],
    says: /^A budget had no room for it\.$/u,
    isSo: (facts) => [tracked(facts).last_error, ...facts.reviews.reads.map(({ error }: any) => error)].includes('budget_exceeded'),
  },
  {
    on: ['app'],
    says: /^Not known: nothing was measured on these days\.$/u,
    isSo: ({ app }) => app.ratings.every(({ rating, date }: any) => rating === null || date < app.end_date),
  },
  {
    on: ['app'],
    says: /^Not all of its charts could be read, for the reason above\.$/u,
    isSo: (facts) => facts.appRankings.total === 0 && tracked(facts).last_error !== null,
  },
  { on: ['app'], says: /^Not known$/u, isSo: (facts) => facts.appRankings.total === 0 && tracked(facts).last_error !== null },
  { on: ['app'], says: /^No terms tracked$/u, isSo: ({ terms }) => terms.total === 0 },
  {
    on: ['app'],
    says: /^Competitors are found by searching for terms, and no term is tracked\.$/u,
    isSo: ({ rivals }) => rivals.terms_tracked === 0 && rivals.total === 0,
  },
  {
    on: ['app'],
    says: /^The reviews have not been read yet$/u,
    isSo: ({ reviews }) => reviews.reads.every(({ read_at: at }: any) => at === null) && reviews.total === 0,
  },
  {
    on: ['app'],
    says: /^They could not be read the last time: (.+)$/u,
    isSo: ({ reviews }, [error]) => reviews.reads.some((one: any) => one.error === error),
  },
  {
    on: ['app'],
    says: /^Not known yet$/u,
    isSo: (facts) =>
      new Set(facts.app.ratings.map(({ date }: any) => date)).size < 2 ||
      facts.rivals.terms_read === 0 ||
      tracked(facts).last_run_at === null,
  },
  {
    on: ['app'],
    says: /^(.+)$/u,
    isSo: ({ reviews }, [text]) => isOfOthers(text, reviews?.reviews.flatMap((one: any) => [one.title, one.text]) ?? []),
  },
  {
    on: ['app'],
    says: /^(\d+) of \1$/u,
    isSo: ({ appRankings, terms, rivals, reviews, app }, [n]) =>
      [appRankings.total, terms.total, rivals.total, reviews.total, app.changes.length].includes(n),
  },
];

const OF_CHARTS: readonly Claim[] = [
  { on: ['store-chart'], says: /^(\d+) of \1$/u, isSo: ({ chart }, [n]) => chart.total === n },
  {
    on: ['store-chart'],
    says: /^The previous week was not read\.$/u,
    isSo: ({ chart }) => new Set(chart.apps.map(({ year_week: week }: any) => week)).size === 1,
  },
  {
    on: ['store-chart'],
    says: /^(?:(?!This chart).+ was never read|No crawl has read .+ yet\.)$/u,
    isSo: (facts) => readAt(facts) === null && facts.chart.total === 0,
  },
  { on: ['store-chart'], says: /^This chart was never read$/u, isSo: ({ chart }) => chart.total === 0 },
];

/** What is said of one app, and of one chart of a store. */
export const OF_APPS: readonly Claim[] = [...OF_ONE_APP, ...OF_CHARTS];

function tracked({ apps, app }: Facts): any {
  return apps.apps.find((one: any) => one.app_id === app.app_id);
}

function readAt({ categories, categoryId }: Facts): string | null {
  return categories.categories.find((one: any) => one.category_id === categoryId)?.last_scraped_at ?? null;
}
