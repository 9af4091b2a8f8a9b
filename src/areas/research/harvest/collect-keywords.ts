import { normalizeKeyword } from '#kernel/text.ts';
import type { KeywordMetrics } from '#providers/search-data/index.ts';
import type { KeywordSource } from '../runs/research-run.ts';

/** A keyword as a source gave it. */
export interface FoundKeyword {
  readonly text: string;
  /** The confirmed category whose ideas held it (`toIdeaCategoryId`). */
  readonly ideaCategoryId: string | null;
  /** Null: not known yet. */
  readonly metrics: KeywordMetrics | null;
}

export interface CollectedKeyword extends Omit<FoundKeyword, 'text'> {
  /** Normalized. */
  readonly keyword: string;
  readonly originalText: string;
  readonly source: KeywordSource;
}

/** Part of the key of a table, which an index can hold only so long. */
const LENGTH_MAX = 500;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/gu;

/** Each text once, in any case; of several spellings the first stays. What is no text is left out. Sorted, as rows are locked. */
export function collectKeywords(found: readonly FoundKeyword[], source: KeywordSource): CollectedKeyword[] {
  const collected = new Map<string, CollectedKeyword>();
  for (const { text, ...rest } of found) {
    const originalText = text.toWellFormed().replaceAll(CONTROL, ' ').trim();
    const keyword = normalizeKeyword(originalText);
    if (keyword === '' || keyword.length > LENGTH_MAX) continue;
    const known = collected.get(keyword);
    if (known === undefined) collected.set(keyword, { ...rest, keyword, originalText, source });
    else
      collected.set(keyword, {
        ...known,
        metrics: known.metrics ?? rest.metrics,
        ideaCategoryId: known.ideaCategoryId ?? rest.ideaCategoryId,
      });
  }
  return [...collected.values()].toSorted((one, other) => (one.keyword < other.keyword ? -1 : 1));
}
