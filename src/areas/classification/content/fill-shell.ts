import type { PageWay, ParsedPage } from '#providers/search-data/index.ts';
import { findPlaceholder } from './judging/find-placeholder.ts';
import { toSeen, type PageContext } from './look-at.ts';
import { isReadable, type PageLook, type SeenPage } from './page-look.ts';

/** Whether a page came that scripts would fill in a browser. */
export function isShell(look: PageLook): boolean {
  return isReadable(look) && findPlaceholder(look.signals, look.isCut)?.kind === 'script_only';
}

/**
 * Looks at a shell as the page service read it: what its own head says stays. From now on that page stands in the
 * cache for its address, so that it is bought once in 30 days.
 */
export async function fillShell(
  { pageFetch }: PageContext,
  look: SeenPage,
  { html, way }: Pick<ParsedPage, 'html'> & { readonly way: PageWay },
): Promise<SeenPage> {
  const shell = await pageFetch.fetchPage({ url: look.url, reach: 'full' });
  const [head = ''] = /^.*?<\/head>/isu.exec(shell.text) ?? [];
  const page = { ...shell, text: `${head}<body>${html}</body>`, isCut: false, readBy: way };
  await pageFetch.keepPage(page);
  return await toSeen(page, 'full');
}
