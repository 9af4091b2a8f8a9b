import { z } from 'zod';
import { instantField, integerField, instantParam, limitField } from '#http/fields.ts';

const ENTRIES_MAX = 500;
/** Days of one workflow. */
export const SANDBOX_DAYS_MAX = 30;

/** What the sandbox says of its clock. */
export const SandboxClock = z.object({ now: z.string(), offset_ms: z.number() });

export const ClockResponse = z.object({
  success: z.boolean(),
  now: z.string().meta({ description: 'The date of the simulated world.' }),
  offset_ms: z.number().meta({ description: 'How far it is from real time.' }),
});

export const ClockNowResponse = ClockResponse.extend({
  checks: z
    .object({ done: z.int(), total: z.int() })
    .nullable()
    .meta({ description: 'Of the checks that became due and are under way; null: none is.' }),
});

export const MoveClockBody = z
  .object({
    now: instantField().optional(),
    advance_days: integerField({ min: 1, max: SANDBOX_DAYS_MAX })
      .optional()
      .meta({ description: 'Days pass one after the other, each with its checks.' }),
  })
  .refine(({ now, advance_days: days }) => (now === undefined) !== (days === undefined), {
    path: ['now'],
    message: 'or advance_days must be given, and not both',
  });

export const DaysStartedResponse = z.object({
  success: z.boolean(),
  workflow_id: z.string(),
  workflow_type: z.literal('sandbox-days'),
  status_url: z.string(),
});

/** The sandbox knows more of a fault than is said here. */
export const SandboxFaults = z.object({
  faults: z.array(
    z
      .object({
        match: z.string(),
        kind: z.string(),
        rate: z.number().optional(),
        count: z.number().nullish(),
        delay_ms: z.number().nullish(),
      })
      .meta({ id: 'SandboxFault' }),
  ),
});
export const FaultsResponse = z.object({ success: z.boolean(), ...SandboxFaults.shape });

export const FaultBody = z
  .object({
    match: z.string().max(500).meta({ description: 'Part of host and path of the calls that fail.' }),
    kind: z.string().max(100).meta({ description: 'What happens to them, for example `http_500`: docs/sandbox.md.' }),
    rate: z.number().min(0).max(1).optional().meta({ description: 'Share of the calls.' }),
    count: integerField({ min: 1 }).optional().meta({ description: 'So many calls at most.' }),
    delay_ms: integerField({ min: 0, max: 600_000 }).optional(),
  })
  .partial()
  .refine(
    (fault) => (fault.match !== undefined && fault.kind !== undefined) || Object.values(fault).every((value) => value === undefined),
    {
      path: ['match'],
      message: 'and kind are needed; an empty body clears all faults',
    },
  );

export const CallsQuery = z.object({
  since: instantParam().optional(),
  limit: limitField(100, ENTRIES_MAX).meta({ description: 'Entries: the newest ones.' }),
});

/** Headers and bodies of calls hold credentials, and are left out. */
const CallEntry = z
  .object({
    ts: z.number().meta({ description: 'Epoch milliseconds of real time.' }),
    method: z.string(),
    host: z.string(),
    path: z.string(),
    status: z.number().nullable().meta({ description: 'Null: under way, or never answered.' }),
    cost_usd: z.number(),
  })
  .meta({ id: 'SandboxCall' });

export const SandboxCalls = z.object({
  total: z.number(),
  cost_usd: z.number(),
  by_endpoint: z.record(z.string(), z.number()),
  max_concurrency: z.number(),
  max_per_second: z.number(),
  entries: z.array(CallEntry),
});
export const CallsResponse = z.object({ success: z.boolean(), ...SandboxCalls.shape });

export const ResetResponse = z.object({ success: z.boolean() });
