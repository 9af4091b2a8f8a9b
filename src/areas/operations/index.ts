/** Health, configuration and maintenance: what the composition root and the command line use. */
import { defineArea, type Area } from '#area/index.ts';
import { assistantTools } from './assistant-tools.ts';
import { makeAnalyticsCopy } from './copy/analytics-copy.workflow.ts';
import { messages, queues } from './queues.ts';
import { makeEndpoints } from './routes/index.ts';
import { healthChecks } from './get-health.ts';
import { sandboxDays } from './sandbox/sandbox-days.workflow.ts';
import { settings } from './settings.ts';
import { tables } from './tables.ts';
import { makeTriggers } from './triggers.ts';
import { makeServiceWatch } from './watch/service-watch.workflow.ts';

export { observeQueues } from './queue/queue-gauges.ts';

/** @param areas those that operators act on: workflows to start, settings, health checks, rows to copy */
export function makeOperations(areas: readonly Area[]): Area {
  const checks = [...healthChecks, ...areas.flatMap((area) => area.healthChecks ?? [])];
  const workflows = [sandboxDays, makeAnalyticsCopy(areas.flatMap(({ copySources = [] }) => copySources)), makeServiceWatch(checks)];
  const triggers = makeTriggers(
    areas,
    workflows.map(({ name }) => name),
  );
  return defineArea({
    name: 'operations',
    summary: 'Running the service: health, configuration, workflows, queues and diagnostics.',
    assistantTools,
    endpoints: makeEndpoints(triggers, {
      healthChecks: checks,
      settings: [...settings, ...areas.flatMap((area) => area.settings ?? [])],
    }),
    workflows,
    queues,
    messages,
    schedules: [{ name: 'service-watch', cron: '* * * * *', workflow: 'service-watch', input: {} }],
    tables,
  });
}
