import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { addPresets } from '../rules/add-presets.ts';
import { createRule, deleteRule, updateRule } from '../rules/change-rules.ts';
import { getRule, listRules } from '../rules/get-rule.ts';
import { listPresets } from '../rules/presets.ts';
import { toRuleDraft } from '../wire/rule.ts';
import * as wire from '../wire/rules.ts';

const common = { spec: '4', area: 'alerts', access: 'key' } as const;

const getRules = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/alert-rules',
  summary: 'List rules of alerts, newest first',
  description:
    'Each with what it says in plain English and how many alerts of it are open. Rules about money are left out for who does not see costs.',
  query: wire.ListRulesQuery,
  responses: { 200: wire.RuleListResponse },
  handle: async (ctx, { query }) => {
    const { limit, offset, project_id: projectId } = query;
    const { rules, total } = await listRules(ctx, { projectId, limit, offset });
    return { status: 200, body: { success: true, rules: rules.map(wire.toRuleBody), ...toListFields(rules, query, total) } };
  },
});

const postRule = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/alert-rules',
  summary: 'Make a rule',
  description:
    'It is judged from the next round of checks on; `POST /api/alert-rules/preview` says what it would have said before. A project has at most ' +
    `${wire.RULES_MAX}.`,
  body: wire.CreateRuleBody,
  responses: { 201: wire.RuleResponse },
  failures: ['not_found', 'conflict'],
  handle: async (ctx, { body }) => {
    const { project_id: projectId, ...rule } = body;
    return { status: 201, body: { success: true, rule: wire.toRuleBody(await createRule(ctx, projectId ?? null, toRuleDraft(rule))) } };
  },
});

const getOneRule = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/alert-rules/{rule_id}',
  summary: 'Read a rule, and how it stands',
  params: wire.RuleParams,
  responses: { 200: wire.RuleResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, rule: wire.toRuleBody(await getRule(ctx, params.rule_id)) },
  }),
});

const putRule = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/api/alert-rules/{rule_id}',
  summary: 'Put another rule into its place',
  description: 'Fields that are left out take their defaults. One that asks for something else begins again: what is open of it is closed.',
  params: wire.RuleParams,
  body: wire.UpdateRuleBody,
  responses: { 200: wire.RuleResponse },
  handle: async (ctx, { params, body }) => ({
    status: 200,
    body: { success: true, rule: wire.toRuleBody(await updateRule(ctx, params.rule_id, toRuleDraft(body))) },
  }),
});

const removeRule = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/alert-rules/{rule_id}',
  summary: 'Delete a rule with its alerts',
  params: wire.RuleParams,
  responses: { 200: wire.DeleteRuleResponse },
  handle: async (ctx, { params: { rule_id: id } }) => {
    await deleteRule(ctx, id);
    return { status: 200, body: { success: true, id, deleted: true } };
  },
});

const getPresets = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/alert-rules/presets',
  summary: 'List the rules that most projects want',
  description: 'Whether a project has one is said by `preset` of its rules. Rules about money are left out for who does not see costs.',
  responses: { 200: wire.PresetsResponse },
  handle: ({ caller }) => Promise.resolve({ status: 200, body: { success: true, presets: listPresets(caller).map(wire.toPresetBody) } }),
});

const postPresets = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/alert-rules/presets',
  summary: 'Add the rules that most projects want',
  description: 'Those that the project does not have yet; the answer has what was added. Rules about money are added by who sees costs.',
  body: wire.AddPresetsBody,
  refusesUnknown: true,
  responses: { 201: wire.AddedPresetsResponse },
  failures: ['not_found', 'conflict'],
  handle: async (ctx, { body }) => ({
    status: 201,
    body: { success: true, rules: (await addPresets(ctx, body.project_id)).map(wire.toRuleBody) },
  }),
});

export const ruleEndpoints: AppEndpoint[] = [getRules, postRule, getPresets, postPresets, getOneRule, putRule, removeRule];
