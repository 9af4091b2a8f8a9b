import type { AppContext } from '#context';
import type { DomainItem, UrlItem } from '../pipelines/items.ts';
import { insertKnownDomains, insertKnownUrls } from './store/known.ts';

type KnownContext = Pick<AppContext, 'postgres' | 'clock'>;

/** Keeps domains that an operator asks about as known ones, so that they can be browsed and corrected. Those that are known stay as they are. */
export async function keepKnownDomains({ postgres, clock }: KnownContext, items: readonly DomainItem[]): Promise<void> {
  await insertKnownDomains(
    postgres,
    items.map(({ host }) => host),
    clock.now(),
  );
}

/** The same of pages. */
export async function keepKnownUrls({ postgres, clock }: KnownContext, items: readonly UrlItem[]): Promise<void> {
  await insertKnownUrls(postgres, items, clock.now());
}
