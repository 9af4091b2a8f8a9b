import { makeStore } from '../store.ts';

/** What is being said, and for how long. */
export interface Announcement {
  /** Empty after a moment. */
  readonly sentence: string;
  /** A failure stays longer, and is read at once. */
  readonly isFailure: boolean;
}

export const SILENCE: Announcement = { sentence: '', isFailure: false };
export const announcement = makeStore(SILENCE);

/** Says a sentence for a moment, also to those who hear the page. The same one again is said again. */
export function say(sentence: string, isFailure = false): void {
  const isSaid = announcement.get().sentence === sentence;
  announcement.set({ sentence: isSaid ? `${sentence}\u00A0` : sentence, isFailure });
}
