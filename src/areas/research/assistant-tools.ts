import { z } from 'zod';
import { defineSpendTool } from '#area/spend-tool.ts';
import { pick, projectField, toQuoted } from '#area/tool-fields.ts';

/** Research for assistants (`docs/assistants.md`, "Spending"). */
export const assistantTools = [
  defineSpendTool({
    name: 'research_site',
    title: 'Find keywords for a site',
    toolset: 'spend',
    description:
      'Finds out what a site is about and which keywords fit it, in two purchases. First with url: reads the site (work_status kind research_run says when it awaits confirmation). ' +
      'Then with run_id and the categories that the person confirmed: harvests keywords, up to cost_usd_max. Each answers a quote first; call again with quote_id alone.',
    calls: ['POST /run', 'POST /run/{runId}/confirm-categories'],
    input: z
      .object({
        project_id: projectField(),
        url: z.string().min(3).max(2_000).optional(),
        run_id: z.string().max(200).optional(),
        categories: z.array(z.string().max(300)).max(50).optional(),
        keywords_max: z.int().min(1).max(10_000).default(500),
      })
      .refine(({ url, run_id }) => (url === undefined) !== (run_id === undefined), {
        message: 'takes either url or run_id',
        path: ['url'],
      }),
    purchase: ({ project_id, url, run_id, categories, keywords_max }) =>
      run_id === undefined
        ? {
            operation: 'POST /run',
            body: { url, project_id, async: true },
            does: `read ${toQuoted(url) ?? ''} to find out what it is about`,
            projectId: project_id,
          }
        : {
            operation: 'POST /run/{runId}/confirm-categories',
            params: { runId: run_id },
            body: { ...(categories === undefined ? {} : { confirmed_categories: categories }), limits: { keywords_max } },
            // Of which project the run is, the arguments do not prove: who sees some projects alone does not decide it.
            does: `find up to ${keywords_max} keywords by research run ${toQuoted(run_id, 60)}`,
          },
    present: (answer) => ({ ...pick(answer, ['run_id', 'status']), next: 'work_status with kind research_run' }),
  }),
];
