import { defineCounter, defineHistogram } from '#kernel/telemetry/measure.ts';

/** What is counted of calls to the outside (docs/diagnostics.md, "Metrics"). */

export const callSeconds = defineHistogram(
  'sightline_outside_call_duration_seconds',
  'Calls to outside services by endpoint and outcome, from sending to the last byte',
);
export const callWaitSeconds = defineHistogram(
  'sightline_outside_call_wait_seconds',
  'How long calls to outside services waited for their turn, by class of endpoint',
);
export const providerTasks = defineCounter(
  'sightline_provider_tasks_total',
  'Tasks that the provider answered, by endpoint and by what became of them',
);
export const shapeSurprises = defineCounter(
  'sightline_provider_shape_surprises_total',
  'Parts of provider answers that the documented shape does not have',
);
