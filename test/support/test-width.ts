/** `npm run test:whole` sends everything to every operation, looks at every screen in every way, and waits for the end of what takes long. */
export const IS_WHOLE = process.env['TEST_WIDTH'] === 'whole';

/** For `skip` of a test that has no short form. */
export const SKIPPED: string | false = IS_WHOLE ? false : 'npm run test:whole runs it';

/** Whose turn it is. `npm test` counts commits, so that those of a week go through everything; `TEST_TURN` repeats one. */
const TURN = Number(process.env['TEST_TURN'] ?? 0);

/** All kinds of a request, or the one whose turn it is: it is another one for the next request, and with the next commit. */
export function takeTurns<Kind>(kinds: readonly Kind[], at: number): readonly Kind[] {
  return IS_WHOLE ? kinds : kinds.slice((TURN + at) % kinds.length).slice(0, 1);
}

/** All of the items of a long walk, or one of so many (`parts`), each in one of `parts` commits. */
export function takeShare<Item>(items: readonly Item[], parts: number): readonly Item[] {
  return IS_WHOLE ? items : items.filter((_item, at) => (TURN + at) % parts === 0);
}

/** For `skip` of a test that has its turn in one of `parts` commits. */
export function skipOutOfTurn(at: number, parts: number): string | false {
  return IS_WHOLE || (TURN + at) % parts === 0 ? false : `its turn is another commit's; npm run test:whole runs it`;
}
