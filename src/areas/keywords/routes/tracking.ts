import { defineEndpoint, type AppEndpoint } from '#context';
import { KEYWORD_LIST_BYTES_MAX } from '#http/input/json-body.ts';
import { toListFields } from '#http/paging.ts';
import { estimateTracking } from '../tracking/estimate-tracking.ts';
import { getAdsStatus } from '../metrics/get-ads-status.ts';
import { listProjectKeywords } from '../tracking/list-project-keywords.ts';
import { listSubscriptions } from '../tracking/list-subscriptions.ts';
import { trackKeywords } from '../tracking/track-keywords.ts';
import { untrackKeywords } from '../tracking/untrack-keywords.ts';
import { AdsStatusResponse, toAdsStatusBody } from '../wire/ads-status.ts';
import { ProjectKeywordsQuery, ProjectKeywordsResponse, toProjectKeywordBody, toProjectKeywordFilter } from '../wire/lists.ts';
import { SubscriptionsQuery, SubscriptionsResponse, toSubscriptionBody } from '../wire/subscriptions.ts';
import {
  toCredentialsWarning,
  toTrackEstimateBody,
  toTrackEntries,
  toTrackKeywordsBody,
  TrackKeywordsBody,
  TrackKeywordsResponse,
} from '../wire/track.ts';
import { toUntrackBody, toUntrackInput, UntrackKeywordsBody, UntrackKeywordsQuery, UntrackKeywordsResponse } from '../wire/untrack.ts';

const common = { spec: '4.3', area: 'keywords', access: 'key' } as const;

const postTrack = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/keywords/track',
  summary: 'Track one keyword or up to 1,000',
  description:
    'Starts the first check of what is new: live, or for more than 100 keywords of a project through the queue of the provider. A keyword that is tracked already is answered as it is and starts nothing. With `dry_run` only the estimate is made.',
  body: TrackKeywordsBody,
  bodyLimitBytes: KEYWORD_LIST_BYTES_MAX,
  responses: { 200: TrackKeywordsResponse },
  handle: async (ctx, { body }) => {
    const entries = toTrackEntries(body);
    if (body.dry_run) return { status: 200, body: toTrackEstimateBody(await estimateTracking(ctx, entries)) };
    const result = await trackKeywords(ctx, entries);
    const answer = toTrackKeywordsBody(result, ctx.clock.now());
    return { status: 200, body: ctx.searchData.isConfigured ? answer : { ...answer, ...toCredentialsWarning(ctx.searchData.provider) } };
  },
});

const postUntrack = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/keywords/untrack',
  summary: 'End the tracking of keywords',
  description: 'What was measured stays. Takes `project_id` and `keyword_ids` from the body or the query.',
  query: UntrackKeywordsQuery,
  body: UntrackKeywordsBody,
  refusesUnknown: true,
  responses: { 200: UntrackKeywordsResponse },
  handle: async (ctx, { query, body }) => {
    const input = toUntrackInput(query, body);
    return { status: 200, body: toUntrackBody(input.projectId, await untrackKeywords(ctx, input)) };
  },
});

const getProjectKeywords = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/project-keywords',
  summary: "List a project's tracked keywords, newest first",
  query: ProjectKeywordsQuery,
  responses: { 200: ProjectKeywordsResponse },
  isShared: true,
  handle: async (ctx, { query }) => {
    const { keywords, total } = await listProjectKeywords(ctx, toProjectKeywordFilter(query));
    return { status: 200, body: { success: true, keywords: keywords.map(toProjectKeywordBody), ...toListFields(keywords, query, total) } };
  },
});

const getSubscriptions = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/subscriptions',
  summary: "List a project's subscriptions, newest first",
  query: SubscriptionsQuery,
  responses: { 200: SubscriptionsResponse },
  handle: async (ctx, { query }) => {
    const { project_id: projectId, status, limit, offset } = query;
    const { subscriptions, total } = await listSubscriptions(ctx, { projectId, isWithEnded: status === 'all', limit, offset });
    return {
      status: 200,
      body: { success: true, subscriptions: subscriptions.map(toSubscriptionBody), ...toListFields(subscriptions, query, total) },
    };
  },
});

const getAds = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/engine_a-ads-status',
  spec: '4.4',
  summary: 'The source of search volumes, and what is left of its account',
  description: 'At most a minute old.',
  responses: { 200: AdsStatusResponse },
  failures: ['not_configured', 'provider_failed'],
  handle: async (ctx) => ({ status: 200, body: toAdsStatusBody(await getAdsStatus(ctx)) }),
});

export const trackingEndpoints: AppEndpoint[] = [postTrack, postUntrack, getProjectKeywords, getSubscriptions, getAds];
