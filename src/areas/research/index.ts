/** Keyword research: from a website to a list of keywords. */
import { defineArea } from '#area/index.ts';
import { assistantTools } from './assistant-tools.ts';
import { copySources } from './harvest/snapshots.ts';
import { entityMirror } from './mirror/entity-mirror.workflow.ts';
import { messages, queues } from './queues.ts';
import { analysisEndpoints } from './routes/analysis.ts';
import { analyzeSiteEndpoints } from './routes/analyze-site.ts';
import { entityStoreEndpoints } from './routes/entity-store.ts';
import { runActionEndpoints } from './routes/run-actions.ts';
import { runListEndpoints } from './routes/run-lists.ts';
import { runEndpoints } from './routes/runs.ts';
import { savedEndpoints } from './routes/saved.ts';
import { runWorkflows } from './runs/workflows.ts';
import { RESEARCH_SWEEP, researchSweep } from './runs/research-sweep.workflow.ts';
import { tables } from './tables.ts';

export { findCanonicalKeyword, type CanonicalKeyword } from './entities/describe-canonical.ts';
export { getRunState, type RunState } from './runs/get-run-status.ts';
export { RunStatusResponse, toStatusBody } from './wire/status.ts';

export const research = defineArea({
  name: 'research',
  summary: 'Keyword research: from a website to a list of keywords.',
  assistantTools,
  endpoints: [
    ...runEndpoints,
    ...runActionEndpoints,
    ...runListEndpoints,
    ...analyzeSiteEndpoints,
    ...analysisEndpoints,
    ...savedEndpoints,
    ...entityStoreEndpoints,
  ],
  workflows: [...runWorkflows, researchSweep, entityMirror],
  queues,
  messages,
  schedules: [{ name: 'research-sweep', cron: '7,37 * * * *', workflow: RESEARCH_SWEEP, input: {} }],
  copySources,
  liveTopics: ['research'],
  tables,
  reads: ['assets', 'domain_keywords', 'domains', 'keyword_figures', 'keywords', 'tracked_keywords'],
});
