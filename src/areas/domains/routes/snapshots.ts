import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { estimateSnapshot, fetchSnapshot } from '../snapshots/fetch-snapshot.ts';
import { getSnapshot, listSnapshots } from '../snapshots/get-snapshot.ts';
import {
  FetchSnapshotBody,
  FetchSnapshotEstimate,
  FetchSnapshotResponse,
  SnapshotHistoryQuery,
  SnapshotHistoryResponse,
  SnapshotQuery,
  SnapshotResponse,
  toFetchSnapshotBody,
  toSnapshotBody,
  toSnapshotEstimateBody,
  toSnapshotHistoryBody,
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
  body: FetchSnapshotBody,
  responses: { 200: z.union([FetchSnapshotResponse, FetchSnapshotEstimate]) },
  handle: async (ctx, { body: { target, refresh: isRefresh, dry_run: isDryRun } }) => {
    requireUnbound(ctx.caller);
    if (isDryRun) return { status: 200, body: toSnapshotEstimateBody(target, await estimateSnapshot(ctx, { target, isRefresh })) };
    const fetched = await fetchSnapshot(ctx, { target, isRefresh });
    const { costUsd } = fetched;
    return { status: 200, body: toFetchSnapshotBody(target, fetched), spent: { costUsd, isCached: costUsd === 0 } };
  },
});

const readSummary = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/referring-domains/summary',
  summary: 'The newest weekly snapshot of a domain, and what changed',
  query: SnapshotQuery,
  responses: { 200: SnapshotResponse },
  failures: ['not_found'],
  handle: async (ctx, { query: { target } }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toSnapshotBody(target, await getSnapshot(ctx, target)) };
  },
});

const readHistory = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/referring-domains/summary-history',
  summary: 'Weekly snapshots of a domain, newest first',
  query: SnapshotHistoryQuery,
  responses: { 200: SnapshotHistoryResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toSnapshotHistoryBody(query, await listSnapshots(ctx, query)) };
  },
});

export const snapshotEndpoints: AppEndpoint[] = [postSummary, readSummary, readHistory];
