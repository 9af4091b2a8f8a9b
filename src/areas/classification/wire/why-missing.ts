import type { Described } from '../records/describe.ts';

/** Stages that read a page. */
const READING: ReadonlySet<string> = new Set(['low_noise_crawl', 'full_page', 'content', 'rendered_page']);

/** Why a dimension that only some items have has no label; null: it has one. @param texts what is said where a page was read, and where none was */
export function whyMissing(
  { verdicts, stages_run: stages }: Pick<Described, 'verdicts' | 'stages_run'>,
  dimension: string,
  texts: { readonly read: string; readonly unread: string },
): string | null {
  if (verdicts[dimension] !== undefined) return null;
  const isRead = stages.some(({ stage }) => READING.has(stage)) || Object.values(verdicts).some(({ stage }) => READING.has(stage));
  return isRead ? texts.read : texts.unread;
}
