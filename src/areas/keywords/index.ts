/** Keywords and what projects track of them: what other areas may use. */
import { defineArea } from '#area/index.ts';
import { assistantTools } from './assistant-tools.ts';
import { copySources } from './copy-sources.ts';
import { KEYWORD_LABELS, keywordLabels } from './labels/keyword-labels.workflow.ts';
import { keywordEnrichmentQueue, keywordLabelsQueue } from './queues.ts';
import { keywordEndpoints } from './routes/index.ts';
import { tables } from './tables.ts';
import { keywordAnswersPrune } from './answers/keyword-answers-prune.workflow.ts';
import { KEYWORD_ENRICHMENT, keywordEnrichment } from './metrics/keyword-enrichment.workflow.ts';

export { toAdaptiveDepth } from './tracking/adaptive-depth.ts';
export { raiseEdits } from './tracking/store/edits.ts';
export { CHECKS_A_MONTH, estimateCheckUsd, type CheckPrices } from './tracking/check-price.ts';
export {
  describeKeyword,
  toTrendDirection,
  TREND_DIRECTIONS,
  type KeywordDescription,
  type KeywordMarket,
} from './metrics/describe-keyword.ts';
export { CHECK_INTERVALS, toDueDate, toNextCheck, type CheckInterval } from './tracking/due-time.ts';
export { editKeywords } from './organize/edit-keywords.ts';
export { TAG_NAME_LENGTH_MAX } from './organize/tag.ts';
export { createTag, listTags } from './organize/tags.ts';
export { estimateTracking } from './tracking/estimate-tracking.ts';
export { CheckSubject, SerpCheck, toQueryId } from './tracking/check.ts';
export type { KnownPosition, TrackingProject, WatchedAsset } from './tracking/tracking-project.ts';
export {
  countPastKeywords,
  ENDED_KEYWORDS_MAX,
  findTrackedTarget,
  listEndedKeywords,
  listEndedKeywordsOf,
  listPastKeywords,
  type EndedKeyword,
  type TrackedPast,
} from './tracking/store/past.ts';
export type { NumberRange, TrackedSelection } from './tracking/selection.ts';
export { SELECTED, toSelectionValues } from './tracking/store/selection.ts';
export { CHECKED_KEYWORDS, whereChecked, TRACKED_KEYWORDS } from './tracking/store/tracked.ts';
export { listKnownKeywordIds } from './tracking/store/tracking.ts';
export {
  findTrackedCheck,
  listTrackedChecks,
  listTrackedSubjects,
  listTrackingProjects,
  listTrackingProjectsOf,
  listUncheckedSubjects,
  listWatchedAssets,
  LOADS_OVERVIEWS,
} from './tracking/store/tracking-projects.ts';
export { readKeyword } from './wire/track.ts';
export { trackKeywords, type TrackedKeyword, type TrackEntry, type TrackKeywordsResult } from './tracking/track-keywords.ts';
export { toBuyer } from './answers/to-buyer.ts';
export { estimateKeywordAttributes } from './answers/attributes/estimate-keyword-attributes.ts';
export type { AttributesQuestion } from './answers/attributes/attributes-question.ts';
export { getKeywordAttributes, type KeywordAttributes } from './answers/attributes/get-keyword-attributes.ts';
export { estimateKeywordList } from './answers/lists/estimate-keyword-list.ts';
export { estimateKeptList, getKeptList, toListId, type FoundList, type KeptList } from './answers/lists/kept-list.ts';
export { toAsker, type Asker } from './answers/asker.ts';
export { refusedAsInvalid } from './wire/keyword-question.ts';
export { getKeywordList, type KeywordList } from './answers/lists/get-keyword-list.ts';
export type { ListQuestion } from './answers/lists/list-question.ts';
export type { AttributeKind, AttributeValues } from './answers/attributes/attribute-kinds.ts';
export type { KeptListKind } from './answers/lists/list-kinds.ts';
export { estimateKeywordMetrics } from './metrics/on-request/estimate-keyword-metrics.ts';
export type {
  KeywordMetricsOutcome,
  KeywordMetricsQuestion,
  KeywordMetricsResult,
  KnownKeywordMetrics,
} from './metrics/on-request/metrics-question.ts';
export { getKeywordMetrics } from './metrics/on-request/get-keyword-metrics.ts';
export { toMetricsSnapshotRow } from './metrics/metrics-history.ts';
export {
  CHANNELS,
  DEPTH_DEFAULT,
  DEPTH_MAX,
  DEPTH_MIN,
  DEPTH_STRATEGIES,
  DEVICES,
  toKeywordId,
  toOwnerId,
  type Channel,
  type DepthStrategy,
  type Device,
  type KeywordSubject,
  type TrackingOptions,
  toKind,
} from './keyword.ts';
export { keywordForms, type FormsOutput } from './wire/keyword-forms.ts';
export { KEYWORD_FILTER_FIELDS, KEYWORD_FILTERS, toChosen, type KeywordFilter } from './wire/keyword-filters.ts';
export { TRACKED_FILTERS, toTrackedSelection } from './wire/selection.ts';
export { assertChannels, keywordField } from './wire/track.ts';

export { fromStoredMonths, toStoredMonths } from './metrics/store/metrics.ts';

export const keywords = defineArea({
  name: 'keywords',
  summary: 'The keywords that a project follows: where, in which language, on which device, how often.',
  assistantTools,
  endpoints: keywordEndpoints,
  workflows: [keywordEnrichment, keywordLabels, keywordAnswersPrune],
  queues: [keywordEnrichmentQueue, keywordLabelsQueue],
  // Beside the runs that tracking starts: the monthly refresh, and what a budget or a failure has left.
  schedules: [
    { name: 'keyword-enrichment', cron: '*/10 * * * *', workflow: KEYWORD_ENRICHMENT, input: { source: 'cron' } },
    // Keywords of before labels were kept, and what a failure has left.
    { name: 'keyword-labels', cron: '5-59/10 * * * *', workflow: KEYWORD_LABELS, input: {} },
    { name: 'keyword-answers-prune', cron: '50 3 * * *', workflow: 'keyword-answers-prune', input: {} },
  ],
  copySources,
  tables,
  reads: ['assets', 'current_rankings', 'projects'],
});
