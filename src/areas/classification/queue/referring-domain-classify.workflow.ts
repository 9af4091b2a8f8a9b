import { z } from 'zod';
import { domainClassification, refreshWeekCounts } from '#areas/domains/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { keepReferringDomains } from './keep-referring-domains.ts';

declare module '#context' {
  interface WorkflowTypes {
    'referring-domain-classify': WorkflowType<z.input<typeof ReferringClassifyInput>, ReferringSummary>;
  }
}

const ReferringClassifyInput = z.object({
  domain_id: z.int(),
  /** One, or many: a message about a thousand costs hardly more than a message about one. */
  referring_domain: z.string().optional(),
  referring_domains: z.array(z.string()).optional(),
});

interface ReferringSummary {
  readonly total: number;
  readonly classified: number;
  readonly needs_review: number;
  /** The counts of the week were written: nothing was left to classify. */
  readonly is_counted: boolean;
}

/**
 * Says what the domains are that link to a target, by the free stages: an onboarding brings thousands of them, and
 * most are small. When none of the target is left, the counts of its week follow.
 */
export const referringDomainClassify = defineWorkflow({
  name: 'referring-domain-classify',
  summary: 'classifies domains that link to a target',
  input: ReferringClassifyInput,
  queue: domainClassification,
  steps: ['classify', 'count'],
  run: async (ctx: WorkflowContext, input): Promise<ReferringSummary> => {
    const { domain_id: domainId, referring_domain: one, referring_domains: many = [] } = input;
    const names = [...new Set(one === undefined ? many : [one, ...many])];
    const kept = await ctx.step('classify', ({ signal }) =>
      keepReferringDomains(ctx, { domainId, names, scope: { source: 'queue', runId: ctx.workflowId }, signal }),
    );
    const isCounted = await ctx.step('count', () => refreshWeekCounts(ctx, domainId));
    return { ...kept, is_counted: isCounted };
  },
});
