import { z } from 'zod';
import { defineWorkflow } from '#context';
import { invalid } from '#kernel/errors.ts';
import { ensureDomain } from './ensure-domain.ts';
import { normalizeHost } from './normalize-host.ts';
import { findDomain, updateOnboardWorkflow } from './store.ts';

const DomainOnboardInput = z.object({
  domain: z.string().min(1),
  project_id: z.string().min(1).optional(),
});

/**
 * Takes a domain into the service (specification 3.2, 4.10). It records the domain as `pending` and
 * the workflow on it; nothing is fetched, so the state stays `pending` and the output says so.
 */
export const domainOnboard = defineWorkflow({
  name: 'domain-onboard',
  summary: 'records a domain as pending',
  input: DomainOnboardInput,
  queue: 'domain-onboarding',
  steps: ['initialize', 'finalize'],
  run: async (ctx, input) => {
    const domain = toHost(input.domain);
    const record = await ctx.step('initialize', async () => {
      const found = await ensureDomain(ctx.postgres, domain, ctx.clock.now());
      await updateOnboardWorkflow(ctx.postgres, found.id, ctx.workflowId);
      return { id: found.id };
    });
    const onboardStatus = await ctx.step('finalize', async () => (await findDomain(ctx.postgres, domain))?.onboardStatus ?? 'pending');
    return { domain, domain_id: record.id, onboard_status: onboardStatus, fetched: [] as string[] };
  },
});

function toHost(text: string): string {
  const { host, problem } = normalizeHost(text);
  if (problem !== undefined) throw invalid([{ path: 'domain', message: problem }]);
  return host;
}
