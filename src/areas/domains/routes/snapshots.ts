import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { estimateSummary, fetchSummary } from '../snapshots/fetch-summary.ts';
import { getSummary, listSummaries } from '../snapshots/get-summary.ts';
import {
  FetchSummaryBody,
  FetchSummaryEstimate,
  FetchSummaryResponse,
  SummaryHistoryQuery,
  SummaryHistoryResponse,
  SummaryQuery,
  SummaryResponse,
  toFetchSummaryBody,
  toSummaryBody,
  toSummaryEstimateBody,
  toSummaryHistoryBody,
} from '../wire/snapshots.ts';

const common = { area: 'domains', spec: '4.6', access: 'admin' } as const;

const postSummary = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/referring-domains/summary',
  summary: 'Take the weekly snapshot of the links to a domain now',
  description: 'One a week: when this week has its snapshot, that is the answer and nothing is spent, unless `refresh` is set.',
  spends: true,
  failures: ['not_configured', 'provider_failed', 'payment_required'],
  body: FetchSummaryBody,
  responses: { 200: z.union([FetchSummaryResponse, FetchSummaryEstimate]) },
  handle: async (ctx, { body: { target, refresh: isRefresh, dry_run: isDryRun } }) => {
    requireUnbound(ctx.caller);
    if (isDryRun) return { status: 200, body: toSummaryEstimateBody(target, await estimateSummary(ctx, { target, isRefresh })) };
    const fetched = await fetchSummary(ctx, { target, isRefresh });
    const { costUsd } = fetched;
    return { status: 200, body: toFetchSummaryBody(target, fetched), spent: { costUsd, isCached: costUsd === 0 } };
  },
});

const readSummary = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/referring-domains/summary',
  summary: 'The newest weekly snapshot of a domain, and what changed',
  query: SummaryQuery,
  responses: { 200: SummaryResponse },
  failures: ['not_found'],
  handle: async (ctx, { query: { target } }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toSummaryBody(target, await getSummary(ctx, target)) };
  },
});

const readHistory = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/referring-domains/summary-history',
  summary: 'Weekly snapshots of a domain, newest first',
  query: SummaryHistoryQuery,
  responses: { 200: SummaryHistoryResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toSummaryHistoryBody(query, await listSummaries(ctx, query)) };
  },
});

export const snapshotEndpoints: AppEndpoint[] = [postSummary, readSummary, readHistory];
