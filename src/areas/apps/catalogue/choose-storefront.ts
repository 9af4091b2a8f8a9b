import type { Platform } from '#areas/assets/index.ts';
import type { ProjectReader } from '#areas/projects/index.ts';
import type { AppKey } from './app-key.ts';
import { findAppStorefront, findListStorefront } from './store/storefronts.ts';
import { DEFAULT_STOREFRONT, listStorefronts } from './storefronts.ts';

/** An app as a request names it. */
export interface AppRef extends Omit<AppKey, 'storefront'> {
  /** Undefined: not said. */
  readonly storefront: string | undefined;
}

/** The app in its storefront: the one that is said, else where the caller tracks it, else `us`, else where it was last read. */
export async function toAppKey(ctx: ProjectReader, { storefront, ...app }: AppRef): Promise<AppKey> {
  const choice = { ...app, preferred: DEFAULT_STOREFRONT, among: [...listStorefronts()] };
  return { ...app, storefront: storefront ?? (await findAppStorefront(ctx.postgres, ctx.caller, choice)) ?? DEFAULT_STOREFRONT };
}

/** The storefront of a list: the one that is said, else `us`, else, when no app is known there, where one was last seen. */
export async function toListStorefront(
  { postgres }: Pick<ProjectReader, 'postgres'>,
  {
    platform,
    storefront,
    country,
  }: { readonly platform?: Platform | undefined; readonly storefront?: string | undefined; readonly country?: string | undefined },
): Promise<string> {
  return storefront ?? country ?? (await findListStorefront(postgres, { platform, preferred: DEFAULT_STOREFRONT })) ?? DEFAULT_STOREFRONT;
}
