import { z } from 'zod';
import { SCOPES, type Caller } from '#http/caller.ts';
import type { Config } from '#config';
import { readVersion } from '../../../version.ts';
import { HIDDEN_NAMES, RIGHT_NAMES } from '#http/rights.ts';
import { ROLE_NAMES, SCREEN_NAMES, type Role } from '../roles.ts';
import type { Me } from '../get-me.ts';
import { newPasswordField, secretField } from './sessions.ts';

const VERSION = readVersion();

export const MeResponse = z.object({
  success: z.boolean(),
  kind: z.enum(['user', 'key']),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable().meta({ description: 'Of a person' }),
  is_operator: z.boolean().meta({ description: 'A person who runs the service' }),
  role: z.enum(ROLE_NAMES).nullable().meta({ description: 'Of a person in the organization in which they act' }),
  rights: z.array(z.enum(RIGHT_NAMES)).meta({ description: 'What the caller may do: `x-right` of the API document' }),
  hides: z.array(z.enum(HIDDEN_NAMES)).meta({ description: 'Fields of answers that are left out' }),
  screens: z.array(z.enum(SCREEN_NAMES)).nullable().meta({ description: 'Parts of the service that a member is limited to; null: none' }),
  views_as: z
    .object({ user_id: z.string(), name: z.string(), ends_at: z.string() })
    .nullable()
    .meta({ description: 'The member as whom a manager looks at the organization' }),
  second_factor_due_at: z.string().nullable().meta({
    description: 'Until when a person must set a second factor up, because an organization of theirs asks for one; null: they need not',
  }),
  must_set_up_factor: z.boolean().meta({ description: 'That time is over: only what sets one up is answered' }),
  has_password: z.boolean().meta({ description: 'A person without one signs in by links' }),
  scopes: z.array(z.enum(SCOPES)),
  organization_id: z.string().nullable().meta({ description: 'Only this organization is visible' }),
  project_ids: z.array(z.string()).nullable().meta({ description: 'Only these projects are visible' }),
  session_id: z.string().nullable().meta({ description: 'Set where the caller came by a cookie' }),
  organizations: z
    .array(z.object({ id: z.string(), name: z.string(), role: z.enum(ROLE_NAMES).nullable() }))
    .meta({ description: 'Those that a person can act in, with their role in each; at most 500' }),
  projects: z
    .array(z.object({ id: z.string(), name: z.string(), organization_id: z.string(), status: z.string(), time_zone: z.string() }))
    .meta({ description: 'Without archived ones, by name, at most 500' }),
  projects_total: z.int(),
  month: z.object({
    cost_usd: z.number().meta({ description: 'Of the visible projects in this month (UTC)' }),
    budgets: z.enum(['ok', 'near', 'full']).meta({ description: 'How full the fullest visible budget is: `near` from 80 % on' }),
  }),
  sandbox: z.boolean().meta({ description: 'Every outside source is simulated' }),
  world_date: z.string().meta({ description: 'Today (UTC); in sandbox mode that of the simulated world' }),
  world_offset_ms: z.int().meta({
    description:
      'How far the observed world is ahead of real time: 0 but in sandbox mode. What was measured, planned or spent is dated by the world; sessions, keys, shares, workflows and the audit log by real time.',
  }),
  version: z.string(),
});

export function toMeBody(me: Me, caller: Caller, { sandbox }: Pick<Config, 'sandbox'>): z.infer<typeof MeResponse> {
  return {
    success: true,
    kind: caller.kind === 'user' ? 'user' : 'key',
    id: caller.id,
    name: me.user?.name ?? me.keyName ?? caller.id,
    email: me.user?.email ?? null,
    is_operator: me.user?.isOperator ?? false,
    role: (caller.role ?? null) as Role | null,
    rights: RIGHT_NAMES.filter((right) => caller.rights.has(right)),
    hides: [...(caller.hides ?? [])],
    screens: me.screens === undefined ? null : [...me.screens],
    views_as:
      me.viewsAs === undefined ? null : { user_id: me.viewsAs.userId, name: me.viewsAs.name, ends_at: me.viewsAs.endsAt.toISOString() },
    second_factor_due_at: me.factorDueAt?.toISOString() ?? null,
    must_set_up_factor: caller.mustSetUpFactor ?? false,
    has_password: me.user?.hasPassword ?? false,
    scopes: SCOPES.filter((scope) => caller.scopes.has(scope)),
    organization_id: caller.organizationId ?? null,
    project_ids: caller.projectIds === undefined ? null : [...caller.projectIds],
    session_id: caller.session?.id ?? null,
    organizations: me.organizations.map(({ id, name, role }) => ({ id, name, role: role ?? null })),
    projects: me.projects.map(({ id, name, organizationId, status, timeZone }) => ({
      id,
      name,
      organization_id: organizationId,
      status,
      time_zone: timeZone,
    })),
    projects_total: me.projectsTotal,
    month: { cost_usd: me.month.spentUsd, budgets: me.month.budgets },
    sandbox: sandbox !== undefined,
    world_date: me.worldDate,
    world_offset_ms: me.worldOffsetMs,
    version: VERSION,
  };
}

export const PasswordBody = z.object({
  current_password: secretField().nullish().meta({ description: 'Needed from a person who has one' }),
  new_password: newPasswordField(),
});
export const PasswordResponse = z.object({
  success: z.boolean(),
  sessions_ended: z.int().meta({ description: 'All but the one that asks' }),
});
