import type { AiOverview } from '#providers/search-data/index.ts';
import { toStorable } from '../runs/serp-run.ts';

type Stored = readonly [url: string, title: string | null, source: string | null][];

/** The references of a loaded overview as the column `overview` of `serp_runs` holds them, an empty list too; '' for what was not loaded. */
export function toOverviewText(overview: AiOverview | null | undefined): string {
  if (overview === null || overview === undefined) return '';
  return JSON.stringify(overview.references.map(({ url, title, source }) => [url, title, source].map(toStorable)));
}

/** The overview out of that column; its words are kept elsewhere. */
export function fromOverviewText(text: string): AiOverview | null {
  if (text === '') return null;
  return { text: null, references: (JSON.parse(text) as Stored).map(([url, title, source]) => ({ url, title, source })) };
}
