import type { AppContext } from '#context';
import { readSecrets, toDeliveryToken } from './delivery-secret.ts';

const PATH = '/webhooks/provider/postback';

/**
 * Where the provider delivers the answer to a post, by its tag; the provider fills in `$id` and `$tag`.
 * Deliveries are not signed: a token in the address takes that place. `undefined` when this service has no
 * public address: then answers are only collected.
 */
export async function makePostbackAddresses(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'publicUrl'>,
): Promise<((tag: string) => string) | undefined> {
  const base = ctx.publicUrl()?.replace(/\/+$/u, '');
  if (base === undefined) return undefined;
  const { current } = await readSecrets(ctx);
  return (tag) => `${base}${PATH}?kind=serp&id=$id&tag=$tag&token=${toDeliveryToken(current, tag)}`;
}
