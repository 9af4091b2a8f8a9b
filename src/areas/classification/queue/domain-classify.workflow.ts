import { z } from 'zod';
import { domainClassification, hostField } from '#areas/domains/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { toGroups } from '#kernel/lists.ts';
import { begin, Flags, toStepOptions, type Begun } from './flags.ts';
import { loadVerbs } from './load-verbs.ts';
import { reverifyLater } from './reverify-later.ts';
import { assertNoFailure, summarize, toPart, type ClassifySummary, type Part } from './summary.ts';
import { domainTrigger } from './triggers.ts';

declare module '#context' {
  interface WorkflowTypes {
    'domain-classify': WorkflowType<z.input<typeof DomainClassifyInput>, ClassifySummary>;
  }
}

export const DOMAIN_CLASSIFY = 'domain-classify';
const PER_STEP = 100;

const DomainClassifyInput = Flags.extend({
  domain: hostField().optional(),
  domains: z.array(hostField()).optional(),
  /** The record's; labels are written to the record of the name. */
  domain_id: z.int().optional(),
  /** Says how strong a domain is, and so its quality tier; its labels do not depend on it. */
  domain_rank: z.number().nullish(),
});
type DomainClassifyInput = z.infer<typeof DomainClassifyInput>;

/** Says what domains are. Each step takes a hundred of them and keeps what it finds. */
export const domainClassify = defineWorkflow({
  name: DOMAIN_CLASSIFY,
  label: 'Classification',
  summary: 'classifies domains',
  input: DomainClassifyInput,
  trigger: domainTrigger,
  queue: domainClassification,
  steps: ['begin', 'classify'],
  run: async (ctx, input): Promise<ClassifySummary> => {
    const begun = await ctx.step('begin', () => Promise.resolve(begin(ctx, input)));
    const hosts = [...new Set([...(input.domain === undefined ? [] : [input.domain]), ...(input.domains ?? [])])];
    const parts: Part[] = [];
    for (const group of toGroups(hosts, PER_STEP)) parts.push(await classify(ctx, { group, input, begun }));
    return await reverifyLater(ctx, 'domain', summarize(parts));
  },
});

interface Work {
  readonly group: readonly string[];
  readonly input: DomainClassifyInput;
  readonly begun: Begun;
}

async function classify(ctx: WorkflowContext, { group, input, begun }: Work): Promise<Part> {
  return await ctx.step('classify', async ({ signal }) => {
    const { keepDomains } = await loadVerbs();
    const options = toStepOptions({ workflowId: ctx.workflowId, type: DOMAIN_CLASSIFY }, input, { ...begun, signal });
    const domains = await keepDomains(
      ctx,
      group.map((host) => ({ host })),
      options,
    );
    assertNoFailure(domains);
    return toPart(domains);
  });
}
