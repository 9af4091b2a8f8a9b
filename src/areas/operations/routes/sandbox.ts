import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { advanceDays } from '../sandbox/advance-days.ts';
import { countRunningChecks } from '../sandbox/count-running-checks.ts';
import { getSandbox } from '../sandbox/get-sandbox.ts';
import * as wire from '../sandbox/wire.ts';

const common = { spec: '4.12', area: 'operations', access: 'admin', failures: ['not_found', 'provider_failed'] } as const;

/** The sandbox's own control interface, for those who cannot reach it: only while the service runs on it. */
export const sandboxEndpoints: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/admin/sandbox/clock',
    summary: 'The date of the simulated world',
    responses: { 200: wire.ClockNowResponse },
    handle: async (ctx) => {
      requireUnbound(ctx.caller);
      const clock = wire.SandboxClock.parse(await getSandbox(ctx).get('clock'));
      return { status: 200, body: { success: true, ...clock, checks: await countRunningChecks(ctx) } };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'POST',
    path: '/api/admin/sandbox/clock',
    summary: 'Move the date of the simulated world',
    description:
      '`now` moves it at once. `advance_days` starts a workflow that lets the days pass one after the other and checks what becomes due on each; ' +
      'its steps and children show how far it is.',
    body: wire.MoveClockBody,
    responses: { 200: wire.ClockResponse, 202: wire.DaysStartedResponse },
    handle: async (ctx, { body }) => {
      requireUnbound(ctx.caller);
      if (body.advance_days === undefined) {
        const moved = await getSandbox(ctx).post('clock', { now: body.now?.toISOString() });
        return { status: 200, body: { success: true, ...wire.SandboxClock.parse(moved) } };
      }
      const id = await advanceDays(ctx, body.advance_days);
      const type = 'sandbox-days' as const;
      return {
        status: 202,
        body: { success: true, workflow_id: id, workflow_type: type, status_url: `/api/admin/workflow/${type}/${id}` },
      };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/admin/sandbox/faults',
    summary: 'Faults of the simulated sources',
    responses: { 200: wire.FaultsResponse },
    handle: async (ctx) => {
      requireUnbound(ctx.caller);
      return { status: 200, body: { success: true, ...wire.SandboxFaults.parse(await getSandbox(ctx).get('faults')) } };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'POST',
    path: '/api/admin/sandbox/faults',
    summary: 'Let simulated sources fail, or clear all faults',
    description: 'Faults add up; an empty body clears them.',
    body: wire.FaultBody,
    responses: { 200: wire.FaultsResponse },
    handle: async (ctx, { body }) => {
      requireUnbound(ctx.caller);
      return { status: 200, body: { success: true, ...wire.SandboxFaults.parse(await getSandbox(ctx).post('faults', body)) } };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'POST',
    path: '/api/admin/sandbox/reset',
    summary: 'Take clock, faults and call log of the sandbox back to the start',
    responses: { 200: wire.ResetResponse },
    handle: async (ctx) => {
      requireUnbound(ctx.caller);
      await getSandbox(ctx).post('reset', {});
      return { status: 200, body: { success: true } };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/admin/sandbox/calls',
    summary: 'What the simulated sources were asked, and what it cost',
    query: wire.CallsQuery,
    responses: { 200: wire.CallsResponse },
    handle: async (ctx, { query: { since, limit } }) => {
      requireUnbound(ctx.caller);
      const query = new URLSearchParams({ limit: String(limit), ...(since === undefined ? {} : { since: since.toISOString() }) });
      const calls = await getSandbox(ctx).get(`calls?${query.toString()}`);
      return { status: 200, body: { success: true, ...wire.SandboxCalls.parse(calls) } };
    },
  }),
];
