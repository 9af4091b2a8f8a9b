import { z } from 'zod';
import { keywordClassification } from '#areas/domains/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { toGroups } from '#kernel/lists.ts';
import { toKeywordItem } from '../pipelines/items.ts';
import { findBrands } from '../records/find-brands.ts';
import { begin, Flags, toStepOptions, type Begun } from './flags.ts';
import { loadVerbs } from './load-verbs.ts';
import { reverifyLater } from './reverify-later.ts';
import { assertNoFailure, summarize, toPart, type ClassifySummary, type Part } from './summary.ts';
import { keywordTrigger } from './triggers.ts';

declare module '#context' {
  interface WorkflowTypes {
    'keyword-classify': WorkflowType<z.input<typeof KeywordClassifyInput>, ClassifySummary>;
  }
}

export const KEYWORD_CLASSIFY = 'keyword-classify';
const PER_STEP = 500;

const KeywordClassifyInput = Flags.extend({
  keyword: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  /** Names that make a keyword branded; those of the project's websites are added. */
  brands: z.array(z.string()).optional(),
});
type KeywordClassifyInput = z.infer<typeof KeywordClassifyInput>;

/** Says what keywords are after, and whether they name a brand of the project. */
export const keywordClassify = defineWorkflow({
  name: KEYWORD_CLASSIFY,
  label: 'Classification',
  summary: 'classifies keywords',
  input: KeywordClassifyInput,
  trigger: keywordTrigger,
  queue: keywordClassification,
  steps: ['begin', 'classify'],
  run: async (ctx, input): Promise<ClassifySummary> => {
    const begun = await ctx.step('begin', () => Promise.resolve(begin(ctx, input)));
    const given = [...(input.keyword === undefined ? [] : [input.keyword]), ...(input.keywords ?? [])];
    const texts = [...new Set(given.map((text) => toKeywordItem(text).text))].filter((text) => text !== '');
    const parts: Part[] = [];
    for (const group of toGroups(texts, PER_STEP)) parts.push(await classify(ctx, { group, input, begun }));
    return await reverifyLater(ctx, 'keyword', summarize(parts));
  },
});

interface Work {
  readonly group: readonly string[];
  readonly input: KeywordClassifyInput;
  readonly begun: Begun;
}

async function classify(ctx: WorkflowContext, { group, input, begun }: Work): Promise<Part> {
  return await ctx.step('classify', async ({ signal }) => {
    const { keepKeywords } = await loadVerbs();
    const brands = await findBrands(ctx.postgres, { projectId: input.project_id, brands: input.brands });
    const options = toStepOptions({ workflowId: ctx.workflowId, type: KEYWORD_CLASSIFY }, input, { ...begun, signal });
    const keywords = await keepKeywords(ctx, { texts: group, brands }, options);
    assertNoFailure(keywords);
    return toPart(keywords);
  });
}
