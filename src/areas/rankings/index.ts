/** Rankings: what other areas may use, and what the service serves and runs of them. */
import { defineArea } from '#area/index.ts';
import { assistantTools } from './assistant/index.ts';
import { copySources } from './copy/copy-sources.ts';
import { dispatchJob } from './dispatch/dispatch-job.ts';
import { messages, queues } from './queues.ts';
import { settings } from './settings.ts';
import { tables } from './tables.ts';
import { rematchWorkflows } from './rematch/workflows.ts';
import { rankingDays } from './daily-totals/ranking-days.workflow.ts';
import { endpoints } from './routes/index.ts';
import { resultPages } from './queued-pages/result-pages.ts';
import { keepingWorkflows } from './runs/workflows.ts';
import { serpTask, serpTasksPrune } from './orders/serp-task.workflow.ts';
import { liveWorkflows } from './live/workflows.ts';
import { subscriptionDispatch } from './dispatch/subscription-dispatch.workflow.ts';

export { countChecksSince, countDispatch } from './dispatch/store.ts';
export { findProjectChecks, listEndedProjects } from './dispatch/round-checks.ts';
export { getSerpRun } from './runs/get-run.ts';
export { findTask as findSerpTask } from './orders/store.ts';
export { getSerpTask } from './orders/get-serp-task.ts';
export { toSerpRunBody } from './wire/run.ts';
export { toTaskBody } from './wire/tasks.ts';
export { SerpCheck } from './check.ts';
export { toCheckOfTask, type CheckOfTask } from './queued-pages/result-pages.ts';
export type { RunPage } from './runs/serp-run.ts';
export { getTrackedVersion } from './grid/grid-version.ts';
export { findOwnSites, toSpan } from './grid/get-grid.ts';
export type { Span } from './grid/grid.ts';
export { listTags, listTracked, type TrackedKeyword } from './grid/store.ts';
export { countCheckedDays, type CheckedDay, type OutcomesQuestion } from './outcomes/analytics.ts';
export { DayOutcome, toDayNumber, toDayText, type OutcomeFacts, type OtherStanding, type OutcomeSeries } from './outcomes/outcome.ts';
export { listHostDays } from './outcomes/hosts/analytics.ts';
export { readOutcomes } from './outcomes/read-outcomes.ts';
export { isSamePage } from './pages/group-by-page.ts';
export { listFeatureMoves, listMoves, type Moves, type MovedKeywordDetails } from './moves/list-moves.ts';
export { countMoves } from './moves/get-moves.ts';
export { toWeekAgo, type MoveCounts } from './moves/move.ts';
export { countWeekMoves } from './moves/project-moves.ts';
export { MoveCountsBody, MoverBody, toMoverBody } from './wire/reports/moves.ts';
export { listMetricDays } from './reports/list-metric-days.ts';
export { listOwnDays, type OwnDays } from './reports/list-own-days.ts';
export { DAY_COUNTS, toDayCounts } from './wire/reports/summary.ts';
export type { DayTotals, PageFilter } from './daily-totals/totals.ts';
export type { FeatureChange } from './moves/analytics.ts';
export { CHANNELS, RANKING_STATUSES, type Channel, type RankingStatus } from './vocabulary.ts';
export type { Grid } from './grid/build-grid.ts';
export { priceMetrics, type PriceMetrics } from './grid/price-rows.ts';
export { toProviderName } from './wire/provider-name.ts';
export { getGrid } from './grid/get-grid.ts';
export { findStandings } from './newest/find-standings.ts';
export type { Standing } from './newest/store/standings.ts';
export { listPageQuestions, type PageQuestions } from './newest/list-page-questions.ts';
export { findGoogleCountry } from './google/country.ts';
export { listQueryPlaces } from './google/analytics.ts';
export { readGoogle } from './google/read-google.ts';
export { listGoogleCounts, type GoogleCount, type GoogleCounts } from './google/list-google-counts.ts';
export { OUTCOME_FILTER_FIELDS, toOutcomeFilter, type OutcomeFields } from './wire/outcome-filters.ts';
export { getStanding } from './grid/get-standing.ts';
export { DAY_CODES, SPARK_DAYS, toTrackedKey } from './grid/grid.ts';
export { listFeatures, toOwnTargets } from './features/list-features.ts';
export { listPages } from './pages/list-pages.ts';
export { getSeries } from './series/get-series.ts';
export { getRankingsSummary } from './reports/get-rankings-summary.ts';
export type { Summary, SummaryDay } from './reports/rankings-summary.ts';
export { toShareOfVoice, VOICE_POSITIONS, VOICE_TOTAL } from './reports/share-of-voice.ts';
export { FIXED_WEIGHTS, toDeviceWeights, toWeights } from './reports/own-weights.ts';
export { listTopUrls } from './reports/analytics/top-urls.ts';

export const rankings = defineArea({
  name: 'rankings',
  summary: 'Positions: the newest ones, their history, checks now, and what each day came to.',
  assistantTools,
  endpoints,
  workflows: [...liveWorkflows, subscriptionDispatch, serpTask, serpTasksPrune, ...keepingWorkflows, rankingDays, ...rematchWorkflows],
  queues,
  messages,
  questions: [resultPages],
  // Two dispatches a day: at 02:00 UTC what is due in Europe, Africa and Asia, at 10:00 UTC
  // what has become due since, where the day begins later.
  schedules: [
    { name: 'subscription-dispatch', cron: '0 2 * * *', workflow: 'subscription-dispatch', input: { source: 'cron' } },
    { name: 'search-tracking', cron: '0 10 * * *', workflow: 'subscription-dispatch', input: { source: 'cron' } },
    { name: 'serp-tasks-prune', cron: '40 3 * * *', workflow: 'serp-tasks-prune', input: {} },
    { name: 'serp-retention', cron: '10 3 * * *', workflow: 'serp-retention', input: {} },
    { name: 'serp-evidence', cron: '*/5 * * * *', workflow: 'serp-evidence', input: {} },
    { name: 'serp-results', cron: '*/5 * * * *', workflow: 'serp-results', input: {} },
    { name: 'ranking-days', cron: '25 * * * *', workflow: 'ranking-days', input: {} },
    { name: 'position-scales', cron: '*/5 * * * *', workflow: 'position-scales', input: {} },
  ],
  jobTypes: [dispatchJob],
  copySources,
  settings,
  tables,
  reads: [
    'assets',
    'domains',
    'imports',
    'keyword_edits',
    'keyword_figures',
    'keyword_notes',
    'keyword_tags',
    'keywords',
    'projects',
    'queued_checks',
    'search_console_bindings',
    'search_console_days',
    'search_console_properties',
    'serp_answers',
    'tags',
    'tracked_keywords',
  ],
});
