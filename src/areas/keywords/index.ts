/** Keywords and what projects track of them: what other areas may use. */
export { CHECK_INTERVALS, toDueDate, toNextCheck, type CheckInterval } from './due-time.ts';
export {
  CHANNELS,
  DEPTH_STRATEGIES,
  DEVICES,
  toKeywordId,
  type Channel,
  type DepthStrategy,
  type Device,
  type KeywordSubject,
  type TrackingOptions,
} from './keyword.ts';
export { endpoints } from './routes.ts';
export { assertChannels, keywordField, targetDomainField } from './wire/track.ts';
