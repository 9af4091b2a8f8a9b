import type { SectionContext, SectionQuestion } from '../sections/section.ts';
import { readSummary } from '../sections/summary.ts';
import type { Span } from './shown-span.ts';

/** The days that those shown are compared with. */
export interface Compared extends Span {
  /** Nothing is known of the days that the share asks for: it is the first known day of those that are shown. */
  readonly isFirstKnown: boolean;
}

/** What is compared with, as long as anything is known of it; else the first known day, so that a young project has changes too. */
export async function chooseCompared(
  ctx: SectionContext,
  { projectId, filter, span }: Omit<SectionQuestion, 'compared'>,
  asked: Span | null,
): Promise<Compared | null> {
  if (asked === null) return null;
  const { days } = await readSummary(ctx, { projectId, filter }, { from: asked.from, to: span.to });
  const known = days.filter(({ own }) => (own?.keywords ?? 0) > 0).map(({ day }) => day);
  const first = known.find((day) => day >= span.from);
  const isFirstKnown = first !== undefined && first !== known.at(-1) && !known.some((day) => day <= asked.to);
  return isFirstKnown ? { from: first, to: first, isFirstKnown } : { ...asked, isFirstKnown: false };
}
