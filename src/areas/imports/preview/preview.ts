import type { ImportScale, Quality } from '../formats/format.ts';
import type { PreviewFacts } from './count-facts.ts';
import type { Token } from '../values/meanings.ts';

/** A point as it would be kept. */
export interface PreviewRow {
  readonly row: number;
  readonly keyword: string;
  readonly domain: string;
  readonly day: string;
  readonly device: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly engine: string;
  readonly outcome: 'ranked' | 'not_found' | 'unknown';
  /** The place; null unless ranked. */
  readonly position: number | null;
  readonly scale: ImportScale;
  readonly depth: number | null;
  readonly quality: Quality;
}

/** Days of one keyword of the file, for a picture of what would become of it. */
export interface PreviewSample {
  readonly keyword: string;
  readonly domain: string;
  readonly scale: ImportScale;
  /** In the order of the file; at most 1,000. */
  readonly points: readonly Pick<PreviewRow, 'day' | 'outcome' | 'position'>[];
}

/** Counts of what would become of a file by its mapping. */
export interface Preview extends Partial<PreviewFacts> {
  readonly rows: readonly PreviewRow[];
  /** Null: nothing of the file ranks. */
  readonly sample: PreviewSample | null;
  readonly keywords: { readonly new: number; readonly known: number };
  /** Price of checking all of its keywords every day; null: they are too many to work it out. */
  readonly monthlyCostUsd: number | null;
  readonly days: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly points: { readonly ranked: number; readonly notFound: number; readonly unknown: number };
  /** Points of the same keyword, site and day as an earlier one with the same place, and with another one: the better one shows. */
  readonly duplicates: number;
  readonly conflicts: number;
  readonly rejected: number;
  /** Result pages that the other program kept. */
  readonly pages: number;
  readonly tokens: readonly Token[];
  /** There are more tokens than are listed. */
  readonly isTokensCut: boolean;
}
