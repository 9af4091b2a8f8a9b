import { z } from 'zod';
import { defineTool, ToolRefusal, type Answer, type ToolCall } from '#area/assistant-tool.ts';
import { dayField, figure, pick, projectField, toQuery, word } from '#area/tool-fields.ts';
import { pageFields, toOffset } from '#area/tool-paging.ts';

const STANDING = [
  'tracked_keywords',
  'ranked',
  'top_3',
  'top_10',
  'pending_checks',
  'failed_checks',
  'average_position',
  'share_of_voice',
  'movers_up',
  'movers_down',
  'last_check_at',
];
const DAY = ['date', 'keywords', 'ranked', 'top_3', 'top_10', 'not_found', 'failed', 'average_position', 'share_of_voice'];
const MOVES_MAX = 5;

/** What assistants look at first (`docs/assistants.md`). */
export const assistantTools = [
  defineTool({
    name: 'list_projects',
    title: 'List projects',
    toolset: 'core',
    description: 'All projects that the key sees, with how they stand now and what the month has cost. Use it to get project_id. Free.',
    calls: ['GET /api/overview'],
    input: z.object(pageFields(20, 100)),
    output: {
      projects: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          status: z.string(),
          month_cost_usd: figure(),
          ...numbers(STANDING),
          last_check_at: word(),
          share_of_voice_weighed_by: z.string(),
        }),
      ),
      total: z.int(),
    },
    rows: 'projects',
    run: async ({ ask }, { limit, cursor }) => {
      const offset = toOffset(cursor);
      const { projects, total } = await ask('GET /api/overview', { query: toQuery({ limit, offset }) });
      return {
        projects: projects.map((one: object) =>
          pick({ ...one }, ['id', 'name', 'status', ...STANDING, 'share_of_voice_weighed_by', 'month_cost_usd']),
        ),
        total,
        page: { offset, total },
      };
    },
  }),
  defineTool({
    name: 'project_overview',
    title: 'How a project stands',
    toolset: 'core',
    description:
      'One project in a page: outcomes of its newest checks, the first and last day of a period, the biggest moves, and the budget that is left. ' +
      'Failed and pending checks are counted apart and are never a position. For all moves use what_changed. Free.',
    calls: ['GET /api/projects/{project_id}/overview', 'GET /api/projects/{project_id}/budget'],
    input: z.object({ project_id: projectField(), from: dayField().optional(), to: dayField().optional() }),
    output: {
      project_id: z.string(),
      name: z.string(),
      from: z.string(),
      to: z.string(),
      position_scale: z.string(),
      share_of_voice_weighing: z.record(z.string(), z.unknown()),
      last_check_at: word(),
      outcomes: z.record(z.string(), z.number()),
      first_day: z.record(z.string(), z.unknown()).nullable(),
      last_day: z.record(z.string(), z.unknown()).nullable(),
      moves: z.record(z.string(), z.number()).nullable(),
      fell: z.array(z.record(z.string(), z.unknown())),
      rose: z.array(z.record(z.string(), z.unknown())),
      budget: z.record(z.string(), z.unknown()).nullable(),
      warnings: z.array(z.string()),
    },
    run: async ({ ask }, { project_id, from, to }) => {
      const params = { project_id };
      const seen = await ask('GET /api/projects/{project_id}/overview', { params, query: toQuery({ from, to }) });
      const budget = await findBudget(ask, project_id);
      const { days, outcomes, moves } = seen;
      return {
        ...pick(seen, ['project_id', 'name', 'from', 'to', 'position_scale', 'last_check_at']),
        share_of_voice_weighing: pick(seen.share_of_voice_weighing, ['by', 'name', 'falls_back']),
        outcomes,
        first_day: days.length === 0 ? null : pick(days[0], DAY),
        last_day: days.length === 0 ? null : pick(days.at(-1), DAY),
        moves: moves?.counts ?? null,
        fell: (moves?.down ?? []).slice(0, MOVES_MAX).map(toMove),
        rose: (moves?.up ?? []).slice(0, MOVES_MAX).map(toMove),
        budget,
        warnings: listWarnings(outcomes),
      };
    },
  }),
];

function numbers(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, figure()]));
}

function toMove(row: Answer): object {
  return pick(row, ['keyword_id', 'keyword', 'device', 'position', 'previous_position', 'change']);
}

/** Null for a caller who is not shown money. */
async function findBudget(ask: ToolCall['ask'], projectId: string): Promise<object | null> {
  try {
    const { budget } = await ask('GET /api/projects/{project_id}/budget', { params: { project_id: projectId } });
    return budget === undefined ? null : pick(budget, ['limit_usd', 'spent_usd', 'left_usd', 'resets_at']);
  } catch (error) {
    if (error instanceof ToolRefusal && error.status === 403) return null;
    throw error;
  }
}

function listWarnings({ failed, pending, tracked }: Answer): string[] {
  return [
    ...(failed > 0 ? [`${failed} of ${tracked} newest checks failed: their positions are not known`] : []),
    ...(pending > 0 ? [`${pending} of ${tracked} keywords were not checked yet`] : []),
  ];
}
