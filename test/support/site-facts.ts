import { extractSignals } from '#areas/classification/content/reading/extract-signals.ts';
import { toPageFacts } from '#areas/research/site/fetch-facts.ts';
import type { PageFacts } from '#areas/research/site/page-facts.ts';

/** The facts of a page that a test writes. */
export async function readFacts(html: string, url = 'https://a-site.com/'): Promise<PageFacts> {
  const signals = await extractSignals(html, url, true);
  return toPageFacts(signals);
}
