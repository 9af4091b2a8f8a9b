import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PALETTE_SIZE, toPlaceColor, toRivalColors } from './colors.ts';
import { RANKED_BANDS } from './position-bands.ts';

type Rgb = readonly [number, number, number];
type Matrix = readonly [Rgb, Rgb, Rgb];

/** What people see who have all cones, and those who lack one kind (Machado, Oliveira and Fernandes 2009), in linear light. */
const SIGHTS: Readonly<Record<string, Matrix>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function toLinear(color: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

function dot([a, b, c]: Rgb, [x, y, z]: Rgb): number {
  return Math.min(1, Math.max(0, a * x + b * y + c * z));
}

const LUMINANCE: Rgb = [0.2126, 0.7152, 0.0722];

/** As the guidelines for accessible content count it. */
function toContrast(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map((color) => dot(LUMINANCE, toLinear(color)) + 0.05).toSorted((a, b) => a - b);
  return high / low;
}

/** CIELAB, for the light of day. */
function toLab(color: string, sight: Matrix): Rgb {
  const linear = toLinear(color);
  const seen: Rgb = [dot(sight[0], linear), dot(sight[1], linear), dot(sight[2], linear)];
  const root = (part: number): number => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
  const x = root(dot([0.4124, 0.3576, 0.1805], seen) / 0.95047);
  const y = root(dot(LUMINANCE, seen));
  const z = root(dot([0.0193, 0.1192, 0.9505], seen) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function toDistance(one: string, other: string, sight: Matrix): number {
  const [from, to] = [toLab(one, sight), toLab(other, sight)];
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
}

/** The tokens of a theme, by their names. */
function readTheme(theme: 'light' | 'dark'): (name: string) => string {
  const [light = '', dark = ''] = readFileSync(new URL('colors.css', import.meta.url), 'utf8').split(
    ":root[data-mantine-color-scheme='dark']",
  );
  const tokens = new Map(
    [...(theme === 'light' ? light : dark).matchAll(/--([\w-]+): (#[\da-f]{6});/gu)].map(([, name, color]) => [name, color]),
  );
  return (name) => tokens.get(name) ?? assert.fail(`${theme} has no ${name}`);
}

/** Lines that a reader has to tell apart most often: one's own and those of five others. */
const LINES_TOLD_APART = 6;

for (const theme of ['light', 'dark'] as const) {
  const read = readTheme(theme);
  const paper = read('chart-paper');
  const ramp = RANKED_BANDS.map(({ id }) => read(`band-${id}`));
  const palette = Array.from({ length: PALETTE_SIZE }, (_, at) => read(toPlaceColor(at)));

  test(`${theme}: a better band stands out more than the next worse one, by a step that everyone sees`, () => {
    const bands = [...ramp, read('band-not_found')];
    for (const [at, color] of bands.entries()) {
      const worse = bands[at + 1];
      if (worse === undefined) continue;
      assert.ok(toContrast(color, paper) > toContrast(worse, paper), `${color} before ${worse}`);
      for (const [name, sight] of Object.entries(SIGHTS)) assert.ok(toDistance(color, worse, sight) >= 5, `${name}: ${color} and ${worse}`);
    }
    for (const [at, color] of ramp.entries()) {
      const lighter = Math.abs(toLab(color, SIGHTS['all'] as Matrix)[0] - toLab(ramp[at + 1] ?? paper, SIGHTS['all'] as Matrix)[0]);
      assert.ok(lighter >= 10, `${color} and the next differ by ${lighter} of lightness`);
    }
    assert.ok(toContrast(ramp[0] as string, paper) >= 4.5 && toContrast(ramp[1] as string, paper) >= 4.5);
  });

  test(`${theme}: every line stands out from the paper, and the first six from each other for people who see other colours`, () => {
    for (const color of palette) assert.ok(toContrast(color, paper) >= 3, `${color}: ${toContrast(color, paper)}`);
    const first = palette.slice(0, LINES_TOLD_APART);
    for (const [at, one] of first.entries())
      for (const other of first.slice(at + 1))
        for (const [name, sight] of Object.entries(SIGHTS))
          assert.ok(toDistance(one, other, sight) >= 15, `${name}: ${one} and ${other}: ${toDistance(one, other, sight)}`);
  });

  test(`${theme}: words of better, worse and failed can be read, and no line or band has the hue of better or worse`, () => {
    for (const name of ['good', 'bad', 'warn']) assert.ok(toContrast(read(name), paper) >= 4.5, name);
    const toHue = ([, a, b]: Rgb): number => (Math.atan2(b, a) * 180) / Math.PI;
    const isPlain = ([, a, b]: Rgb): boolean => Math.hypot(a, b) < 20;
    for (const color of [...ramp, ...palette]) {
      const seen = toLab(color, SIGHTS['all'] as Matrix);
      if (isPlain(seen)) continue;
      for (const name of ['good', 'bad']) {
        const turn = Math.abs(toHue(seen) - toHue(toLab(read(name), SIGHTS['all'] as Matrix))) % 360;
        assert.ok(Math.min(turn, 360 - turn) >= 12, `${color} looks like ${name}`);
      }
    }
  });
}

test('a rival has the same colour whatever its place in a list, and none has the colour of own sites', () => {
  const domains = ['ledgerwise.app', 'billfold.io', 'paperless.dev'];
  const colors = toRivalColors(domains);
  assert.deepEqual(toRivalColors([...domains.toReversed(), ...domains]), colors);
  assert.equal(new Set(colors.values()).size, 3);
  assert.ok(!new Set(colors.values()).has('chart-0'));
  const many = toRivalColors(Array.from({ length: 20 }, (_, at) => `rival-${at}.com`));
  assert.equal(many.size, 20);
  assert.equal(new Set(many.values()).size, 8);
});
