import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { findOpenShare } from '../store.ts';

/**
 * The hosts whose pages may frame the page of a share, for `frame-ancestors`, such as `example.com` or
 * `*.example.com:8443`; empty: none.
 * @returns `undefined` when the token leads to no share
 */
export async function findShareFrameHosts(
  { postgres, clock }: Pick<RequestContext, 'postgres' | 'clock'>,
  token: string,
): Promise<readonly string[] | undefined> {
  return (await findOpenShare(postgres, hashKey(token), new Date(clock.realNow())))?.frameHosts;
}
