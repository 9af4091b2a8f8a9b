import { z } from 'zod';
import { defineTool, type Answer, type ToolCall } from '#area/assistant-tool.ts';
import { figure, pick, toQuery, word } from '#area/tool-fields.ts';

const WAIT_SECONDS_MAX = 20;

/** How assistants follow work that goes on (`docs/assistants.md`). */
export const assistantTools = [
  defineTool({
    name: 'work_status',
    title: 'How far work is',
    toolset: 'core',
    description:
      'How far something that was started is: a workflow (kind and workflow_id of its handle), an order of result pages (task_id) or a research run (run_id). ' +
      'Waits up to 20 s for the end of a workflow. A failed status is a failure, not an empty result. Free.',
    calls: ['GET /api/admin/workflow/{type}/{workflow_id}', 'GET /api/serp/tasks/{taskId}', 'GET /run/{runId}/status'],
    input: z.object({
      kind: z.enum(['workflow', 'serp_task', 'research_run']),
      id: z.string().min(1).max(300),
      type: z.string().max(100).optional().describe('Of a workflow: its type, for example `serp-tracking`.'),
      wait_s: z.int().min(0).max(WAIT_SECONDS_MAX).default(0),
    }),
    output: {
      kind: z.string(),
      id: z.string(),
      status: z.string(),
      failure: word(),
      done: figure(),
      failed: figure(),
      total: figure(),
      cost_usd: figure(),
      completed_at: word(),
    },
    run: async ({ ask }, { kind, id, type, wait_s: wait }) => {
      if (kind === 'serp_task') return await readTask(ask, id);
      if (kind === 'research_run') return await readRun(ask, id);
      const one = await ask('GET /api/admin/workflow/{type}/{workflow_id}', {
        params: { type: type ?? 'unknown', workflow_id: id },
        query: toQuery({ wait_ms: wait * 1_000 }),
      });
      const steps: readonly Answer[] = one.steps ?? [];
      return {
        kind,
        id,
        ...pick(one, ['status', 'completed_at']),
        failure: one.error,
        done: steps.filter(({ status }) => status === 'completed').length,
        failed: steps.filter(({ status }) => status === 'failed').length,
        total: one.steps_total ?? null,
      };
    },
  }),
];

async function readTask(ask: ToolCall['ask'], id: string): Promise<Record<string, unknown>> {
  const task = await ask('GET /api/serp/tasks/{taskId}', { params: { taskId: id }, query: toQuery({ limit: 1 }) });
  return {
    kind: 'serp_task',
    id,
    ...pick(task, ['status', 'completed_at']),
    done: task.completed_keywords,
    failed: task.failed_keywords,
    total: task.total_keywords,
    cost_usd: task.total_cost ?? null,
  };
}

async function readRun(ask: ToolCall['ask'], id: string): Promise<Record<string, unknown>> {
  const run = await ask('GET /run/{runId}/status', { params: { runId: id } });
  return {
    kind: 'research_run',
    id,
    status: run.status,
    failure: run.error,
    completed_at: run.completed_at === null ? null : new Date(run.completed_at).toISOString(),
  };
}
