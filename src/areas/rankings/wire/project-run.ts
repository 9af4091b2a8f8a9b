import { z } from 'zod';
import { idField } from '#http/fields.ts';
import type { ProjectRun } from '../runs/get-project-run.ts';
import { RELATIONSHIPS } from '../vocabulary.ts';
import { PositionBody, toPositionBody } from './position.ts';
import { RunBody, toSerpRecordBody } from './run.ts';

export const ProjectRunParams = z.object({ project_id: idField(), run_id: idField() });

const MarkedPositionBody = PositionBody.extend({
  page: z.int().nullable(),
  is_featured_snippet: z.boolean(),
  relationship: z.enum(RELATIONSHIPS),
  asset_id: z.string().nullable().meta({ description: 'The website or place of the project that the result belongs to.' }),
  asset_name: z.string().nullable(),
  gives_position: z.boolean().meta({ description: 'It is the best result of its website or place, and so its position.' }),
}).meta({ id: 'MarkedSerpPosition' });

export const ProjectRunResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  // Who asked first, and by which work, is the business of that project.
  run: RunBody.omit({ project_id: true, workflow_id: true, task_id: true }),
  results: z.array(MarkedPositionBody),
});

export function toProjectRunBody(projectId: string, { run, items }: ProjectRun): z.input<typeof ProjectRunResponse> {
  const { project_id: _project, workflow_id: _workflow, task_id: _task, ...shown } = toSerpRecordBody(run);
  const results = items.map(({ item, target, isBest }) => ({
    ...toPositionBody(item),
    page: item.page,
    is_featured_snippet: item.isFeaturedSnippet,
    relationship: target?.relationship ?? ('OTHER' as const),
    asset_id: target?.assetId ?? null,
    asset_name: target?.assetName ?? null,
    gives_position: isBest,
  }));
  return { success: true, project_id: projectId, run: shown, results };
}
