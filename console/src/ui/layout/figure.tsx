import type { ReactNode } from 'react';
import { useNow } from '#app/session.tsx';
import { capitalize } from '#data/words.ts';
import { UNKNOWN } from '#data/format.ts';
import { describeReading, type Reading } from '../states/reading.ts';

interface FigureProps {
  /** As it is shown. */
  readonly text: ReactNode;
  /** Undefined: there is nothing to say how it came about, because nothing came. */
  readonly reading: Reading | undefined;
  /** What else the tooltip says, before how it was read. */
  readonly says?: string | undefined;
}

/** A number with the tooltip of every number: how old it is, how deep it was read, by whom and for how much. */
export function Figure({ text, reading, says }: FigureProps) {
  const now = useNow();
  if (text === UNKNOWN || reading === undefined) return text;
  return <span title={[says, capitalize(describeReading(reading, now()))].filter(Boolean).join('. ')}>{text}</span>;
}
