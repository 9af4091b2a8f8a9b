import type { RequestContext } from '#context';
import { messageOf, notFound } from '#kernel/errors.ts';
import { within } from '#kernel/within.ts';
import { isStored, toBlobKey, toIconVersion, type Platform } from './icon.ts';
import { listIconsAnywhere } from './store.ts';
import { isStorePicture } from '../records/same-value.ts';

/** Our copy, or where the store has the picture. */
export type FoundIcon = { readonly bytes: Buffer; readonly version: string } | { readonly elsewhere: string };

type IconReader = Pick<RequestContext, 'postgres' | 'blobs' | 'log'>;

/**
 * The icon of an app: the copy of one version, or of the newest without one; the store's own address where there is no copy.
 * @throws AppError 404 when nothing is known of the app, the store gives no icon, or one on a host that is not the store's
 */
export async function findIcon(
  ctx: IconReader,
  { platform, appId, version }: { readonly platform: Platform; readonly appId: string; readonly version: string | undefined },
): Promise<FoundIcon> {
  const asked = version === undefined ? undefined : await findCopy(ctx, { platform, appId, version });
  if (asked !== undefined) return asked;
  const known = await listIconsAnywhere(ctx.postgres, platform, [appId]);
  const isAsked = ({ iconUrl }: { readonly iconUrl: string | null }): boolean => iconUrl !== null && toIconVersion(iconUrl) === version;
  const best = known.find(isAsked) ?? known.find(isStored) ?? known[0];
  if (best === undefined || best.iconUrl === null) throw notFound('Icon');
  const copy =
    isStored(best) && !isAsked(best) ? await findCopy(ctx, { platform, appId, version: toIconVersion(best.iconUrl) }) : undefined;
  if (copy === undefined && !isStorePicture(best.iconUrl)) throw notFound('Icon');
  return copy ?? { elsewhere: best.iconUrl };
}

/** A browser waits for many icons: one whose copy takes longer is shown from the store. */
const COPY_MS_MAX = 3_000;

/** A store of blobs that is away is no reason to show nothing. */
async function findCopy({ blobs, log }: IconReader, icon: Parameters<typeof toBlobKey>[0]): Promise<FoundIcon | undefined> {
  try {
    const bytes = await within(COPY_MS_MAX, blobs.find(toBlobKey(icon)));
    return bytes === undefined || bytes.length === 0 ? undefined : { bytes, version: icon.version };
  } catch (error) {
    log.warn({ error: messageOf(error) }, 'an icon is shown from its original address');
    return undefined;
  }
}
