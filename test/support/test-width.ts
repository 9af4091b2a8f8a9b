/** `npm run test:whole` sends everything to every operation, looks at every screen in every way, and waits for the end of what takes long. */
export const IS_WHOLE = process.env['TEST_WIDTH'] === 'whole';

/** For `skip` of a test that has no short form. */
export const SKIPPED: string | false = IS_WHOLE ? false : 'npm run test:whole runs it';

/** Whose turn it is. `npm test` counts commits, so that those of a week go through everything; `TEST_TURN` repeats one. */
const TURN = Number(process.env['TEST_TURN'] ?? 0);

/** What has every second commit, or one of seven, meets the same kinds again and again where both count alike: so kinds skip some from lap to lap. */
const LAP = 14;
const SKIP = 5;

/** All kinds of a request, or the one whose turn it is: it is another one for the next request, and with the next commit. */
export function takeTurns<Kind>(kinds: readonly Kind[], at: number, turn = TURN): readonly Kind[] {
  return IS_WHOLE ? kinds : kinds.slice((turn + SKIP * Math.floor(turn / LAP) + at) % kinds.length).slice(0, 1);
}

/**
 * All of the items of a long walk, or one of so many, each in one of `parts` commits: a prime, other than the numbers of kinds that take
 * turns inside of the share, and of tests around it.
 */
export function takeShare<Item>(items: readonly Item[], parts: 2 | 3 | 5 | 7, turn = TURN): readonly Item[] {
  return IS_WHOLE ? items : items.filter((_item, at) => (turn + at) % parts === 0);
}

/** A kill at each kind of work has its turn in one of so many commits. */
export const CRASH_TURNS = 4;

/** For `skip` of a test that has its turn in one of `parts` commits. */
export function skipOutOfTurn(at: number, parts: number): string | false {
  return IS_WHOLE || (TURN + at) % parts === 0 ? false : `its turn is another commit's; npm run test:whole runs it`;
}
