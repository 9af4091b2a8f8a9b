import type { RequestContext } from '#context';
import { normalizeKeyword } from '#kernel/text.ts';
import { listCanonicalKeywords, type CanonicalKeyword } from './store/entities.ts';

export type { CanonicalKeyword };

/** What runs have found out of a text: the record of the whole service, else of one organization; `undefined`: nothing. */
export async function findCanonicalKeyword(
  { postgres }: Pick<RequestContext, 'postgres'>,
  text: string,
): Promise<CanonicalKeyword | undefined> {
  const [first] = await listCanonicalKeywords(postgres, normalizeKeyword(text));
  return first;
}
