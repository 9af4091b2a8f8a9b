import type { Claim } from './claims.ts';

/** The screens of a project beside those of its keywords, and the list of projects. */
export const OF_PROJECTS: readonly Claim[] = [
  {
    on: ['projects'],
    says: /^(\d+) of \1$/u,
    isSo: ({ projects }, [n]) => projects.projects.length === n,
  },
  {
    on: ['projects'],
    says: /^(\d+) projects: the newest check of (\d+) keywords failed and (\d+) keywords are not checked yet\.$/u,
    isSo: ({ projects: { projects } }, [n, failed, pending]) =>
      projects.length === n && sum(projects, 'failed_checks') === failed && sum(projects, 'pending_checks') === pending,
  },
  {
    on: ['assets'],
    says: /^(\d+) of \1$/u,
    isSo: ({ assets }, [n]) => assets.total === n,
  },
  { on: ['apps'], says: /^No apps tracked yet$/u, isSo: ({ apps }) => apps.total === 0 },
  { on: ['apps'], says: /^(\d+) of \1$/u, isSo: ({ apps }, [n]) => apps.total === n },
  {
    on: ['apps'],
    says: /^Nothing of it was read yet\.$/u,
    isSo: ({ apps }) => apps.apps.some((one: any) => one.last_error !== null && one.last_run_at === null),
  },
  {
    on: ['apps'],
    says: /^A budget had no room for it\.$/u,
    isSo: ({ apps }) => apps.apps.some((one: any) => one.last_error === 'budget_exceeded'),
  },
  { on: ['research'], says: /^(\d+) of \1$/u, isSo: ({ runs }, [n]) => runs.pagination.total === n },
  {
    on: ['research'],
    says: /^[A-Z][a-z ]+: (.+)$/u,
    isSo: ({ runs }, [said]) => runs.runs.some(({ errors }: any) => errors.some(({ message }: any) => String(said).startsWith(message))),
  },
  { on: ['research'], says: /^No research yet$/u, isSo: ({ runs }) => runs.pagination.total === 0 },
  {
    on: ['add-keywords'],
    says: /^Where all (\d+) stand in the organic results$/u,
    isSo: ({ ownMarkets: { fetches } }, [n]) => fetches.some((one: any) => one.rows_fetched === n && one.rows_total === n),
  },
  { on: ['project-costs'], says: /^No spend yet$/u, isSo: ({ costs }) => costs.total_requests === 0 },
  { on: ['project-costs'], says: /^(\d+) of \1$/u, isSo: ({ costs }, [n]) => costs.pagination.total === n },
  {
    on: ['project-settings'],
    says: /^Metrics: (\d+) of (\d+) keywords\.$/u,
    isSo: ({ data: { coverage }, overview: { outcomes } }, [n, of]) => coverage.with_figures === n && outcomes.tracked === of,
  },
  { on: ['project-settings'], says: /^Your own clicks have no curve now\.$/u, isSo: ({ voice }) => voice.lacks !== null },
  {
    on: ['project-settings'],
    says: /^The project reads no Search Console property\.$/u,
    isSo: ({ voice }) => voice.lacks?.reason === 'no_property',
  },
  { on: ['project-settings'], says: /^No tags yet\.$/u, isSo: ({ tags }) => tags.count === 0 },
  {
    on: ['project-settings'],
    says: /^Nothing limits what this project may spend in a month\.$/u,
    isSo: ({ budget: { budget } }) => budget.limit_usd === null,
  },
  { on: ['project-settings'], says: /^none$/u, isSo: ({ overview: { spend } }) => spend.budget_usd === null },
  {
    on: ['project-settings'],
    says: /^Other projects keep theirs: no limit unless set for them$/u,
    isSo: ({ budget: { budget } }) => budget.all_projects_usd === null,
  },
];

function sum(rows: readonly any[], field: string): number {
  return rows.reduce((total, row) => total + row[field], 0);
}
