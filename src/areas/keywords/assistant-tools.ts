import { z } from 'zod';
import type { Answer } from '#area/assistant-tool.ts';
import { defineSpendTool, nameSome } from '#area/spend-tool.ts';
import { pick, projectField } from '#area/tool-fields.ts';
import { formatPlural } from '#kernel/text.ts';

const KEYWORDS_MAX = 200;
const IDEAS_MAX = 100;
const FACTS = ['keyword', 'search_volume', 'cpc', 'keyword_difficulty', 'search_intent', 'status'];
const keywordsField = (max: number) => z.array(z.string().min(1).max(80)).min(1).max(max);
const marketFields = { location_code: z.int().min(1).optional(), language_code: z.string().max(10).optional() };

/** What assistants buy of keywords (`docs/assistants.md`, "Spending"). */
export const assistantTools = [
  defineSpendTool({
    name: 'track_keywords',
    title: 'Track keywords',
    toolset: 'spend',
    description:
      'Adds keywords to a project, checked by interval from now on: costs money each month, and the first check at once. The first call answers a quote and does nothing; ' +
      'show its price to the person, then call again with quote_id alone. To look keywords up without tracking them use keyword_ideas.',
    calls: ['POST /api/keywords/track'],
    input: z.object({
      project_id: projectField(),
      keywords: keywordsField(KEYWORDS_MAX),
      check_interval: z.enum(['daily', 'weekly', 'monthly', 'manual']).default('weekly'),
      device: z.enum(['desktop', 'mobile']).default('desktop'),
      ...marketFields,
    }),
    purchase: ({ project_id, keywords, ...how }) => ({
      operation: 'POST /api/keywords/track',
      body: { project_id, keywords: keywords.map((keyword_text) => ({ keyword_text })), ...how },
      does: `track ${formatPlural(keywords.length, 'keyword')} ${how.check_interval} on ${how.device}: ${nameSome(keywords)}`,
      projectId: project_id,
    }),
    present: (answer) => ({
      tracked: answer.keywords_tracked,
      queued: answer.keywords_queued,
      workflow:
        answer.serp_tracking?.workflow_id === undefined
          ? null
          : { kind: 'workflow', type: 'serp-tracking', id: answer.serp_tracking.workflow_id },
    }),
  }),
  defineSpendTool({
    name: 'keyword_ideas',
    title: 'Figures of keywords, and more like them',
    toolset: 'spend',
    description:
      'Search volume, price, difficulty and intent of keywords (kind `facts`), or keywords around them (kind `around`), most relevant first. What was bought lately is free. ' +
      'The first call answers a quote; call again with quote_id alone. Stored figures of tracked keywords are in list_keywords, free.',
    calls: ['POST /api/keywords/overview', 'POST /api/keywords/for-keywords'],
    input: z.object({
      kind: z.enum(['facts', 'around']),
      keywords: keywordsField(KEYWORDS_MAX),
      project_id: projectField(),
      ...marketFields,
    }),
    purchase: ({ kind, keywords, project_id, ...market }) => ({
      operation: kind === 'facts' ? 'POST /api/keywords/overview' : 'POST /api/keywords/for-keywords',
      body: { keywords, project_id, ...market, ...(kind === 'facts' ? {} : { limit: IDEAS_MAX }) },
      does: `${kind === 'facts' ? 'read the figures of' : 'find keywords around'} ${formatPlural(keywords.length, 'keyword')}: ${nameSome(keywords)}`,
      projectId: project_id,
    }),
    present: (answer) => ({ cached: answer.cached, keywords: answer.keywords.slice(0, IDEAS_MAX).map((row: Answer) => pick(row, FACTS)) }),
  }),
];
