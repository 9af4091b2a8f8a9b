/** Keywords and what projects track of them: what other areas may use. */
import type { AppWorkflow } from '#context';
import type { Schedule } from '#workflows/schedules.ts';
import { KEYWORD_ENRICHMENT, keywordEnrichment } from './keyword-enrichment.workflow.ts';

export { copySources } from './copy-sources.ts';
export { describeKeyword, TREND_DIRECTIONS, type KeywordDescription, type KeywordMarket } from './describe-keyword.ts';
export { CHECK_INTERVALS, toDueDate, toNextCheck, type CheckInterval } from './due-time.ts';
export {
  CHANNELS,
  DEPTH_STRATEGIES,
  DEVICES,
  toKeywordId,
  toOwnerId,
  type Channel,
  type DepthStrategy,
  type Device,
  type KeywordSubject,
  type TrackingOptions,
} from './keyword.ts';
export { endpoints } from './routes.ts';
export { assertChannels, keywordField } from './wire/track.ts';

export const workflows: AppWorkflow[] = [keywordEnrichment];

/** Beside the runs that tracking starts: the monthly refresh, and what a budget or a failure has left. */
export const schedules: Schedule[] = [
  { name: 'keyword-enrichment', cron: '*/10 * * * *', workflow: KEYWORD_ENRICHMENT, input: { source: 'cron' } },
];
