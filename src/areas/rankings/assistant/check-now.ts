import { z } from 'zod';
import type { Answer } from '#area/assistant-tool.ts';
import { defineSpendTool, nameSome } from '#area/spend-tool.ts';
import { pick, projectField, toOutcome } from '#area/tool-fields.ts';
import { formatPlural } from '#kernel/text.ts';

const KEYWORDS_MAX = 100;

/** Checks on demand (`docs/assistants.md`, "Spending"). */
export const checkNow = defineSpendTool({
  name: 'check_now',
  title: 'Check keywords now',
  toolset: 'spend',
  description:
    'Reads the result pages of keywords now, outside of their interval: costs money once. The first call answers a quote and does nothing; show its price to the person, ' +
    'then call again with quote_id alone. `pending` is not checked yet: look later with list_keywords. Positions that are there already are in list_keywords, free.',
  calls: ['POST /api/rankings/track'],
  input: z.object({
    project_id: projectField(),
    keywords: z.array(z.string().min(1).max(80)).min(1).max(KEYWORDS_MAX),
    device: z.enum(['desktop', 'mobile']).default('desktop'),
    location_code: z.int().min(1).optional(),
    language_code: z.string().max(10).optional(),
  }),
  purchase: ({ project_id, keywords, ...how }) => ({
    operation: 'POST /api/rankings/track',
    body: { project_id, keywords: keywords.map((keyword_text) => ({ keyword_text })), ...how },
    does: `check ${formatPlural(keywords.length, 'keyword')} on ${how.device} now: ${nameSome(keywords)}`,
    projectId: project_id,
  }),
  present: ({ results, total_cost }) => ({ cost_usd: total_cost ?? null, checks: results.map(toCheck) }),
});

function toCheck(row: Answer): object {
  const outcome = toOutcome(row.status, { position: row.position, depth: row.checked_depth, error: row.error ?? row.reason });
  return { ...pick(row, ['keyword', 'keyword_id', 'device', 'run_id', 'cached']), outcome };
}
