import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { hashId } from '#kernel/ids.ts';
import { toGroups } from '#kernel/lists.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { storeAppIcons } from '../queues.ts';
import { isStored, toIconKey, type IconSource, type KnownIcon, type Platform } from './icon.ts';
import { listIcons, listIconsAnywhere, setIconKeys } from './store.ts';

/** Icons of one message. */
export const BATCH = 20;

/**
 * Queues the icons of apps that were just stored: those without a copy, and those that the store has changed. It waits for
 * nothing, so that a crawl is not held up. A picture that another storefront shows too is not fetched again. One that could
 * not be fetched is asked for again when its app is stored again, the same batch once a day.
 * @param tx the transaction that stored the apps
 * @returns how many were queued
 */
export async function queueIcons(
  { workflows, clock }: Pick<AppContext, 'workflows' | 'clock'>,
  tx: Transaction,
  apps: { readonly platform: Platform; readonly storefront: string; readonly appIds: readonly string[] },
): Promise<number> {
  const { platform } = apps;
  const missing = (await listIcons(tx, apps)).flatMap(toMissing);
  const elsewhere = new Set(
    missing.length === 0
      ? []
      : (
          await listIconsAnywhere(
            tx,
            platform,
            missing.map(({ appId }) => appId),
          )
        ).map(({ iconKey }) => iconKey),
  );
  const isElsewhere = (icon: IconSource): boolean => elsewhere.has(toIconKey(icon));
  await setIconKeys(
    tx,
    missing.filter(isElsewhere).map((icon) => ({ ...icon, iconKey: toIconKey(icon) })),
  );
  const wanted = missing.filter((icon) => !isElsewhere(icon));
  const day = toDay(clock.now());
  const messages = toGroups(wanted, BATCH).map((group) => ({
    id: hashId('wf_', ['app-icons', day, ...group.map(toIconKey)]),
    payload: { platform, icons: group.map(({ appId, iconUrl }) => ({ app_id: appId, icon_url: iconUrl })) },
  }));
  if (messages.length > 0) await workflows.sendAll(tx, storeAppIcons, messages);
  return wanted.length;
}

function toMissing(icon: KnownIcon): IconSource[] {
  return icon.iconUrl === null || isStored(icon) ? [] : [{ ...icon, iconUrl: icon.iconUrl }];
}
