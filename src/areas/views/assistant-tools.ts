import { z } from 'zod';
import { defineTool } from '#area/assistant-tool.ts';
import { pick, projectField, dayField } from '#area/tool-fields.ts';

/** What assistants write down (`docs/assistants.md`). */
export const assistantTools = [
  defineTool({
    name: 'annotate',
    title: 'Write a note on the chart',
    toolset: 'write',
    kind: 'write',
    right: 'annotate',
    description:
      'Writes what happened on a day to the charts of a project or of one keyword: a release, new content, an outage. People see it, and can remove it. Free.',
    calls: ['POST /api/annotations'],
    input: z.object({
      project_id: projectField(),
      keyword_id: z.string().max(200).optional(),
      date: dayField(),
      text: z.string().min(1).max(500),
      kind: z.enum(['release', 'content', 'engine_update', 'outage', 'other']).default('other'),
    }),
    output: { id: z.string(), date: z.string(), kind: z.string() },
    run: async ({ ask }, { project_id, keyword_id, ...note }) => {
      const scope = keyword_id === undefined ? { scope: 'project', project_id } : { scope: 'keyword', project_id, keyword_id };
      const { annotation } = await ask('POST /api/annotations', { body: { ...note, ...scope } });
      return pick(annotation, ['id', 'date', 'kind']);
    },
  }),
];
