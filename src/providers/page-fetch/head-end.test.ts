import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HEAD_CHARACTERS, makeHeadEnd } from './head-end.ts';

/** How much of a page is read when it comes in parts of a length. */
function readTo(page: string, partLength = page.length): number {
  const findEnd = makeHeadEnd();
  for (let at = 0; at < page.length; at += partLength) {
    const end = findEnd(page.slice(at, at + partLength));
    if (end !== undefined) return at + end;
  }
  return page.length;
}

const script = (length: number): string => `<script>${'x'.repeat(length)}</script>`;
const body = `<body>${'<p>text</p>'.repeat(5_000)}`;

test('reads a head to its end, however much script comes first', () => {
  const head = `<head>${script(100_000)}<style>${'y'.repeat(50_000)}</style><title>Late</title></head>`;
  const end = readTo(head + body);
  assert.equal(end, head.indexOf('</head>'));
  assert.match((head + body).slice(0, end), /<title>Late/u);
});

test('reads 8 KB of a page whose head ends before, and all of a shorter one', () => {
  assert.equal(readTo(`<head><title>a</title></head>${body}`), HEAD_CHARACTERS);
  assert.equal(readTo(`<title>a</title>${body}`), HEAD_CHARACTERS);
  assert.equal(readTo('<head><title>a</title></head><p>short'), 37);
});

test('ends a head without end where 8 KB beside scripts have come', () => {
  const page = `<head>${script(20_000)}${'<meta name=a content=b>'.repeat(5_000)}`;
  assert.equal(readTo(page), script(20_000).length - '</script>'.length + HEAD_CHARACTERS);
});

test('takes marks of one kind inside the other for text', () => {
  const head = `<head><script>${'"</head><style>"'.repeat(2_000)}</script><title>Late</title></head>`;
  assert.equal(readTo(head + body), head.lastIndexOf('</head>'));
});

test('finds the same end in whatever parts the page comes', () => {
  const part = fc.constantFrom(
    '<head>',
    '</head>',
    '<script>',
    '</script>',
    '<style>',
    '</STYLE >',
    '<body>',
    'x'.repeat(700),
    '<',
    '</scr',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 1, max: 3_000 }), (parts, length) => {
      const page = parts.join('');
      assert.equal(readTo(page, length), readTo(page));
    }),
  );
});
