import type { AppContext } from '#context';
import { toSubjectHash } from '../records/classification.ts';
import { listClassifications, type ClassificationRow } from '../records/store/classifications.ts';
import { toSeen } from './look-at.ts';
import type { SeenPage } from './page-look.ts';

/** What the cache of pages has of a page, or why it has nothing. */
export type PageText = { readonly seen: SeenPage } | { readonly seen: undefined; readonly reason: string };

/** Stages that see what stands on a page. */
const READERS: readonly string[] = ['low_noise_crawl', 'content', 'full_page', 'rendered_page', 'placeholder'];

/** The page as it was read for its classification; nothing is asked outside. @param url normalized */
export async function getPageText({ pageFetch, postgres }: Pick<AppContext, 'pageFetch' | 'postgres'>, url: string): Promise<PageText> {
  const page = await pageFetch.findKept(url);
  if (page !== undefined) return { seen: await toSeen(page, 'full') };
  const [known] = await listClassifications(postgres, 'url', [toSubjectHash(url)]);
  return { seen: undefined, reason: whyUnread(known) };
}

function whyUnread(known: ClassificationRow | undefined): string {
  if (known === undefined) return 'It was not classified, so nothing was read of it.';
  const { source, depth, skipReason, verdicts } = known;
  if (source === 'human_feedback') return 'A person said what it is; nothing is kept of its text.';
  if (skipReason === 'domain_unavailable') return 'The site did not answer when it was to be read.';
  if (verdicts.some(({ stage }) => READERS.includes(stage))) return 'It was read; what was read is kept for 30 days at most, and is gone.';
  if (depth === 'free') return 'It was judged by its address alone: pages that come with links are not read.';
  return 'It was judged by its address: what that says was sure enough, or the page could not be read.';
}
