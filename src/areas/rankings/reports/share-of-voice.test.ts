import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toShareOfVoice, toVoice, VOICE_POSITIONS } from './share-of-voice.ts';

const Position = fc.integer({ min: 1, max: 200 });
const Keyword = fc.record({ volume: fc.integer({ min: 0, max: 1_000_000 }), position: fc.option(Position) });
const EPSILON = 1e-9;

function shareOf(keywords: readonly { volume: number; position: number | null }[]): number | null {
  return toShareOfVoice({
    voiceSum: keywords.reduce((sum, { volume, position }) => sum + volume * toVoice(position), 0),
    volumeSum: keywords.reduce((sum, { volume }) => sum + volume, 0),
  });
}

test('all positions of a page together have one voice, and twice the position has half of it', () => {
  const all = Array.from({ length: VOICE_POSITIONS }, (_, at) => toVoice(at + 1)).reduce((sum, voice) => sum + voice, 0);
  assert.ok(Math.abs(all - 1) < EPSILON);
  assert.ok(Math.abs(toVoice(1) - 2 * toVoice(2)) < EPSILON);
  assert.ok(Math.abs(toVoice(1) - 0.192776) < 1e-6, 'as docs/tracking.md says');
  assert.deepEqual([toVoice(null), toVoice(VOICE_POSITIONS + 1)], [0, 0]);
  assert.ok(toVoice(VOICE_POSITIONS) > 0);
});

test('a better position never has a smaller voice', () => {
  fc.assert(
    fc.property(Position, Position, (one, other) => one <= other === toVoice(one) >= toVoice(other) || toVoice(one) === toVoice(other)),
  );
});

test('a share lies between 0 and 1, and is unknown only without volume', () => {
  fc.assert(
    fc.property(fc.array(Keyword), (keywords) => {
      const share = shareOf(keywords);
      assert.equal(
        share === null,
        keywords.every(({ volume }) => volume === 0),
      );
      assert.ok(share === null || (share >= 0 && share <= 1));
    }),
  );
});

test('moving up on any keyword never lowers the share, and a keyword that nobody searches for changes nothing', () => {
  fc.assert(
    fc.property(fc.array(Keyword, { minLength: 1 }), fc.nat(), fc.option(Position), (keywords, at, position) => {
      const moved = keywords.map((keyword, index) =>
        index === at % keywords.length ? { ...keyword, position: Math.min(keyword.position ?? 201, position ?? 201) } : keyword,
      );
      assert.ok((shareOf(moved) ?? 0) + EPSILON >= (shareOf(keywords) ?? 0));
      assert.equal(shareOf([...keywords, { volume: 0, position }]), shareOf(keywords));
    }),
  );
});

test('the shares of sites that stand at different positions of the same pages sum up to 1 at most', () => {
  const Page = fc.record({
    volume: fc.integer({ min: 1, max: 1_000_000 }),
    positions: fc.uniqueArray(Position, { minLength: 5, maxLength: 5 }),
  });
  fc.assert(
    fc.property(fc.array(Page, { minLength: 1, maxLength: 30 }), (pages) => {
      const shares = [0, 1, 2, 3, 4].map(
        (site) => shareOf(pages.map(({ volume, positions }) => ({ volume, position: positions[site] ?? null }))) ?? 0,
      );
      assert.ok(shares.reduce((sum, share) => sum + share, 0) <= 1 + EPSILON);
    }),
  );
});
