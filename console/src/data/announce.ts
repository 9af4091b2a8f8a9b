import { makeStore } from './store.ts';

/** What is being said; empty after a moment. */
export const announcement = makeStore('');

/** Says a sentence for a moment, also to those who hear the page. The same one again is said again. */
export function say(sentence: string): void {
  announcement.set(announcement.get() === sentence ? `${sentence}\u00A0` : sentence);
}
