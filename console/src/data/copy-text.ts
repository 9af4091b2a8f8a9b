import { say } from './answers/announce.ts';

/**
 * Copies a text and says what came of it: a browser can refuse, and under an address of plain HTTP that is not its own
 * machine it has no clipboard for pages.
 * @returns whether it is copied
 */
export async function copyText(text: string, done = 'Copied'): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    say('The browser blocked copying. Select the text and copy it yourself.');
    return false;
  }
  say(done);
  return true;
}
