import { z } from 'zod';
import { defineTool, ToolRefusal, type Answer, type ToolCall } from '#area/assistant-tool.ts';
import { figure, pick, projectField, toQuery, word } from '#area/tool-fields.ts';

const SERVICES_MAX = 10;

/** What assistants know of money (`docs/assistants.md`). */
export const assistantTools = [
  defineTool({
    name: 'spending',
    title: 'What was spent',
    toolset: 'core',
    right: 'see_costs',
    description:
      'What a project has cost today, this week and this month by service, and what its budget leaves. Without a project: what the month has cost over all that the key sees. ' +
      'Use it before anything that spends. Free.',
    calls: ['GET /api/projects/{project_id}/costs', 'GET /api/projects/{project_id}/budget', 'GET /api/me'],
    input: z.object({ project_id: projectField().optional() }),
    output: {
      project_id: word(),
      today_cost_usd: figure(),
      week_cost_usd: figure(),
      month_cost_usd: figure(),
      calls: figure(),
      budgets: word(),
      by_service: z.array(z.object({ service: z.string(), cost_usd: figure(), requests: figure() })),
      budget: z.record(z.string(), z.unknown()).nullable(),
    },
    run: async ({ ask }, { project_id: id }) => (id === undefined ? await sumAll(ask) : await sumProject(ask, id)),
  }),
];

async function sumProject(ask: ToolCall['ask'], id: string): Promise<Record<string, unknown>> {
  const params = { project_id: id };
  const costs = await ask('GET /api/projects/{project_id}/costs', { params, query: toQuery({ limit: 1 }) });
  const budget = await findBudget(ask, id);
  return {
    ...pick(costs, ['project_id', 'today_cost_usd', 'week_cost_usd', 'month_cost_usd']),
    calls: costs.total_requests,
    budgets: null,
    by_service: costs.by_service
      .slice(0, SERVICES_MAX)
      .map(({ service, total_cost_usd, requests }: Answer) => ({ service, cost_usd: total_cost_usd, requests })),
    budget,
  };
}

async function findBudget(ask: ToolCall['ask'], id: string): Promise<object | null> {
  try {
    const { budget } = await ask('GET /api/projects/{project_id}/budget', { params: { project_id: id } });
    return pick(budget, ['limit_usd', 'limit_of', 'spent_usd', 'reserved_usd', 'left_usd', 'resets_at']);
  } catch (error) {
    if (error instanceof ToolRefusal && error.status === 403) return null;
    throw error;
  }
}

async function sumAll(ask: ToolCall['ask']): Promise<Record<string, unknown>> {
  const { month } = await ask('GET /api/me');
  return { project_id: null, month_cost_usd: month?.cost_usd ?? null, budgets: month?.budgets ?? null, by_service: [], budget: null };
}
