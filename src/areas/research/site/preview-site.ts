import type { Estimate } from '#areas/costs/index.ts';
import { estimateOnboardings } from '#areas/domains/index.ts';
import type { RequestContext } from '#context';
import type { ListMarket } from '#providers/search-data/lists.ts';
import { getDomainWithoutSuffix } from 'tldts';
import { z } from 'zod';
import { findMarketOfName } from '../enrichment/find-home-market.ts';

/** What can be said of a website before anything of it is read. */
export interface SitePreview {
  readonly host: string;
  /** What a project about it may be called. */
  readonly name: string;
  readonly market: ListMarket;
  /** What fetching all that the provider knows of it costs at most. */
  readonly estimate: Estimate;
  /** Undefined: the service asks the real world. */
  readonly simulated: SimulatedSite | undefined;
}

/** A simulated world knows its own websites alone. */
export interface SimulatedSite {
  readonly isKnown: boolean;
  /** A website to try it with. */
  readonly offer: { readonly domain: string; readonly about: string; readonly competitors: readonly string[] };
}

/**
 * What a new project about a website can begin with, by its name alone. Reads nothing of the site and buys nothing.
 * @param host normalized
 */
export async function previewSite(ctx: RequestContext, host: string): Promise<SitePreview> {
  const [estimate, simulated] = await Promise.all([estimateOnboardings(ctx, [{ domain: host, options: {} }]), findSimulated(ctx, host)]);
  return { host, name: toName(getDomainWithoutSuffix(host) ?? host), market: findMarketOfName(ctx, host), estimate, simulated };
}

function toName(host: string): string {
  return host.charAt(0).toUpperCase() + host.slice(1);
}

const KnownSite = z.object({ is_known: z.boolean() });
const Story = z.object({ site: z.object({ domain: z.string(), about: z.string(), competitors: z.array(z.string()) }) });

async function findSimulated({ sandboxControl }: Pick<RequestContext, 'sandboxControl'>, host: string): Promise<SimulatedSite | undefined> {
  if (sandboxControl === undefined) return undefined;
  const [known, story] = await Promise.all([
    sandboxControl.get(`world/site?${new URLSearchParams({ domain: host }).toString()}`),
    sandboxControl.get('world/story?keywords=1'),
  ]);
  return { isKnown: KnownSite.parse(known).is_known, offer: Story.parse(story).site };
}
