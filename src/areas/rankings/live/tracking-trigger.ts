import { listTrackedChecks, listTrackedSubjects } from '#areas/keywords/index.ts';
import { z } from 'zod';
import type { WorkflowTrigger } from '#area/trigger.ts';
import { idField, integerField, listField } from '#http/fields.ts';
import type { Estimate } from '#areas/costs/index.ts';
import type { AppContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { toSerpRequest } from '../check.ts';
import { toFirstDepth } from '../runs/parse-serp-page.ts';
import { SUBJECTS_MAX, type SerpTrackingInput } from './tracking-input.ts';

const PART_SIZE = 1_000;

const IDS_MAX = 10_000;

export const trackingTrigger: WorkflowTrigger = {
  fields: '`keyword_ids[]` or `project_id`, or both; `location_code`, `force`',
  makePayload: (raw) => {
    const isNamed = raw['keyword_ids'] !== undefined || raw['project_id'] !== undefined;
    const missing = (other: string) => z.never({ error: `is required unless ${other} is given` });
    return z.object({
      keyword_ids: isNamed ? listField(idField(), { min: 1, max: IDS_MAX }).optional() : missing('project_id'),
      project_id: isNamed ? idField().optional() : missing('keyword_ids'),
      location_code: integerField({ min: 1 }).optional(),
      force: z.boolean().optional(),
    });
  },
  estimate: async (ctx, payload) => await estimateTrackingRun(ctx, payload),
};

/**
 * What a tracking run that is started by hand would cost at most, without starting it: every page is read,
 * and those of the strategy `adaptive` twice.
 */
async function estimateTrackingRun(
  { postgres, searchData }: Pick<AppContext, 'postgres' | 'searchData'>,
  input: Pick<SerpTrackingInput, 'project_id' | 'keyword_ids' | 'location_code'>,
): Promise<Estimate> {
  const subjects = await listTrackedSubjects(postgres, {
    projectId: input.project_id,
    keywordIds: input.keyword_ids,
    locationCode: input.location_code,
    limit: SUBJECTS_MAX,
  });
  const costs: number[] = [];
  for (let at = 0; at < subjects.length; at += PART_SIZE) {
    for (const check of await listTrackedChecks(postgres, subjects.slice(at, at + PART_SIZE))) {
      if (check === undefined) continue;
      const depths = new Set([toFirstDepth(check), check.depth]);
      for (const depth of depths) costs.push(searchData.estimateSerpUsd(toSerpRequest(check, depth)));
    }
  }
  return { calls: costs.length, costUsd: sumUsd(costs) };
}
