import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { notFound } from '#kernel/errors.ts';
import { hostField } from '../fields.ts';
import { discoverProperties } from './discover-properties.ts';
import { findFediverseAccount, findProfile } from './platforms.ts';
import { findDomain } from '../records/store/domains.ts';
import { recordProfiles, listProfileAddresses } from './store.ts';
import { socialScraping } from '../queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'social-scrape': WorkflowType<z.input<typeof SocialScrapeInput>>;
  }
}

const PROFILES_MAX = 200;
const ADDRESS_LENGTH_MAX = 2_048;

const SocialScrapeInput = z.object({
  domain: hostField(),
  /** What was found already; without it the home page is read. */
  profiles: z
    .array(z.object({ url: z.string().max(ADDRESS_LENGTH_MAX) }))
    .max(PROFILES_MAX)
    .optional(),
});
type SocialScrapeInput = z.infer<typeof SocialScrapeInput>;

/**
 * Records platform, handle and address of each profile of a domain's brand.
 * The address says it all: the profiles' own pages, which forbid robots, are not read. Doing it twice
 * changes nothing.
 */
export const socialScrape = defineWorkflow({
  name: 'social-scrape',
  summary: 'records the social profiles of a domain',
  input: SocialScrapeInput,
  queue: socialScraping,
  steps: ['recordProfiles'],
  run: async (ctx, { domain, profiles: given }: SocialScrapeInput) => {
    const addresses = given?.map(({ url }) => url) ?? (await lookUp(ctx, domain));
    return await ctx.step('recordProfiles', () => recordAll(ctx, domain, addresses));
  },
});

/** The profiles on the home page now, and those found before. */
async function lookUp(ctx: WorkflowContext, domain: string): Promise<string[]> {
  return await ctx.step('findProfiles', async ({ signal }) => {
    const { id } = await getDomain(ctx, domain);
    await discoverProperties(ctx, { domain: { id, domain }, runId: ctx.workflowId, signal, isFinalTry: false, sendsMessage: false });
    return await listProfileAddresses(ctx.postgres, id, PROFILES_MAX);
  });
}

async function recordAll(ctx: WorkflowContext, domain: string, addresses: readonly string[]) {
  const { id } = await getDomain(ctx, domain);
  const profiles = addresses.flatMap((url) => findProfile(url) ?? findFediverseAccount(url) ?? []);
  const recorded = await recordProfiles(ctx.postgres, id, profiles, ctx.clock.now());
  return { domain, profiles: profiles.length, recorded, unknown: addresses.length - profiles.length };
}

async function getDomain(ctx: WorkflowContext, domain: string): Promise<{ readonly id: number }> {
  const record = await findDomain(ctx.postgres, domain);
  if (record === undefined) throw notFound('Domain');
  return record;
}
