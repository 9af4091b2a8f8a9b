/** `npm run soak whole` sends everything to every operation, and waits for the end of what takes long. */
export const IS_WHOLE = process.env['TEST_WIDTH'] === 'whole';

/** For `skip` of a test that has no short form. */
export const SKIPPED: string | false = IS_WHOLE ? false : 'npm run soak whole runs it';

/**
 * All kinds of a request, or the one whose turn it is: `npm test` asks every operation, and gives every kind to many of them, but not
 * each of hundreds to each of dozens.
 */
export function takeTurns<Kind>(kinds: readonly Kind[], turn: number): readonly Kind[] {
  return IS_WHOLE ? kinds : kinds.slice(turn % kinds.length).slice(0, 1);
}
