/** Alerts: rules, what they say of each round of checks, and what they would have said. */
import { defineArea } from '#area/index.ts';
import { alertPrune } from './kept/alert-prune.workflow.ts';
import { alertEndpoints } from './routes/alerts.ts';
import { muteEndpoints } from './routes/mutes.ts';
import { previewEndpoints } from './routes/preview.ts';
import { alertPresets } from './rules/alert-presets.workflow.ts';
import { alertRound } from './rounds/alert-round.workflow.ts';
import { alertRecheck } from './rounds/recheck/alert-recheck.workflow.ts';
import { alertRechecks, alertRounds } from './rounds/queues.ts';
import { ruleEndpoints } from './routes/rules.ts';
import { alertSweep, alertWeekly } from './sweep/alert-sweep.workflow.ts';
import { alertSweeps } from './sweep/queues.ts';
import { tables } from './tables.ts';

export { isAboutMoney } from './firing/notices/make-notice.ts';
export { listAlertsOfPeriod, type AlertsOfPeriod } from './kept/list-alerts-of-period.ts';
export { listRoundsOfToday } from './rounds/find-lost-rounds.ts';
export { hasRulesOf } from './sweep/store/rules.ts';

declare module '#kernel/live.ts' {
  interface LiveTopics {
    alerts: true;
  }
}

export const alerts = defineArea({
  name: 'alerts',
  summary: 'Rules about what changed: what they say of each round of checks, and what they would have said in the past.',
  endpoints: [...alertEndpoints, ...ruleEndpoints, ...muteEndpoints, ...previewEndpoints],
  workflows: [alertPresets, alertRound, alertRecheck, alertSweep, alertWeekly, alertPrune],
  queues: [alertRounds, alertRechecks, alertSweeps],
  liveTopics: ['alerts'],
  schedules: [
    { name: 'alert-sweep', cron: '* * * * *', workflow: 'alert-sweep', input: { judged_after: 'minute' } },
    { name: 'alert-sweep-hourly', cron: '17 * * * *', workflow: 'alert-sweep', input: { judged_after: 'hour' } },
    // The weekly snapshots start it when they end; this one finds what a run left for later.
    { name: 'alert-weekly', cron: '47 6 * * *', workflow: 'alert-weekly', input: {} },
    { name: 'alert-prune', cron: '20 3 * * *', workflow: 'alert-prune', input: {} },
  ],
  tables,
  reads: [
    'api_keys',
    'app_changes',
    'app_rating_days',
    'app_reviews',
    'assets',
    'keyword_figures',
    'keyword_notes',
    'keyword_tags',
    'keywords',
    'projects',
    'tags',
    'tracked_app_keywords',
    'tracked_apps',
    'tracked_keywords',
  ],
});
