import type { AppContext } from '#context';
import type { KnownDomain } from '../records/known-domain.ts';
import { discoverProperties, type Discovery } from '../properties/discover-properties.ts';
import { completeFetch } from './store/fetches.ts';

export interface BrandDiscovery {
  readonly domain: KnownDomain;
  readonly workflowId: string;
  readonly signal: AbortSignal;
  /** Then a page that cannot be read is an outcome. */
  readonly isLastTry: boolean;
}

/** Looks for the other homes of a domain's brand; a home page that cannot be read is noted with its reason, and fails nothing. */
export async function discoverBrand(ctx: AppContext, { domain, workflowId, signal, isLastTry }: BrandDiscovery): Promise<Discovery> {
  const discovery = await discoverProperties(ctx, { domain, runId: workflowId, signal, isFinalTry: isLastTry });
  const { found, reason } = discovery;
  const rows = found === null ? 0 : Object.values(found).reduce((sum, count) => sum + count, 0);
  const end = { isWhole: found !== null, now: ctx.clock.now(), rows, reason };
  await completeFetch(ctx.postgres, { domainId: domain.id, part: 'properties' }, end);
  return discovery;
}
