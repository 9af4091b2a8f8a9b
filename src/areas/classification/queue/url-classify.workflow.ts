import { z } from 'zod';
import { urlClassification } from '#areas/domains/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { toGroups } from '#kernel/lists.ts';
import { toUrlItem } from '../pipelines/items.ts';
import { listUrlsById } from '../records/store/urls.ts';
import { begin, Flags, toStepOptions, type Begun } from './flags.ts';
import { loadVerbs } from './load-verbs.ts';
import { reverifyLater } from './reverify-later.ts';
import { assertNoFailure, summarize, toPart, type ClassifySummary, type Part } from './summary.ts';
import { urlTrigger } from './triggers.ts';

declare module '#context' {
  interface WorkflowTypes {
    'url-classify': WorkflowType<z.input<typeof UrlClassifyInput>, ClassifySummary>;
  }
}

export const URL_CLASSIFY = 'url-classify';
const PER_STEP = 100;

const UrlClassifyInput = Flags.extend({
  url: z.string().optional(),
  urls: z.array(z.string()).optional(),
  url_ids: z.array(z.int()).optional(),
});
type UrlClassifyInput = z.infer<typeof UrlClassifyInput>;

/**
 * Says what pages are, after their domains. Each step takes a hundred of them and keeps what it finds, so that a crash
 * repeats nothing that was paid for. Addresses that are none, and unknown ids, are left out.
 */
export const urlClassify = defineWorkflow({
  name: URL_CLASSIFY,
  label: 'Classification',
  summary: 'classifies pages, after their domains',
  input: UrlClassifyInput,
  trigger: urlTrigger,
  queue: urlClassification,
  steps: ['begin', 'classify'],
  run: async (ctx, input): Promise<ClassifySummary> => {
    const begun = await ctx.step('begin', () => Promise.resolve(begin(ctx, input)));
    const subjects: readonly (string | number)[] = [
      ...(input.url === undefined ? [] : [input.url]),
      ...(input.urls ?? []),
      ...(input.url_ids ?? []),
    ];
    const parts: Part[] = [];
    for (const group of toGroups(subjects, PER_STEP)) parts.push(await classify(ctx, { group, input, begun }));
    return await reverifyLater(ctx, 'url', summarize(parts));
  },
});

interface Work {
  readonly group: readonly (string | number)[];
  readonly input: UrlClassifyInput;
  readonly begun: Begun;
}

async function classify(ctx: WorkflowContext, { group, input, begun }: Work): Promise<Part> {
  return await ctx.step('classify', async ({ signal }) => {
    const { keepUrls } = await loadVerbs();
    const known = await listUrlsById(
      ctx.postgres,
      group.filter((subject) => typeof subject === 'number'),
    );
    const addresses = group.map((subject) => (typeof subject === 'number' ? (known.get(subject) ?? '') : subject));
    const items = new Map(addresses.flatMap((address) => toUrlItem(address) ?? []).map((item) => [item.url, item]));
    const options = toStepOptions({ workflowId: ctx.workflowId, type: URL_CLASSIFY }, input, { ...begun, signal });
    const { urls, domains } = await keepUrls(ctx, [...items.values()], options);
    assertNoFailure([...urls, ...domains.values()]);
    return toPart(urls, domains);
  });
}
