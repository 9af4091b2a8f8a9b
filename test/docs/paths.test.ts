import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { listDocuments, listInlineCode, readDocument, ROOT } from './documents.ts';

const TOP = readdirSync(ROOT).filter((name) => name !== 'node_modules' && name !== '.git');
/** Made when the service or a script runs. */
const MADE_LATER = /^(\.sightline|node_modules|coverage|bench\/results)(\/|$)|^\.env$/u;

/**
 * Pages that became a section of another page, as migrations name them: a released one is never edited, because its checksum is
 * compared.
 */
const MOVED_PAGES: Readonly<Record<string, string>> = {
  'apps-crawls': 'apps',
  enrichment: 'keywords',
  'keyword-data': 'keywords',
  'keywords-organize': 'keywords',
};

/** Where a file's word for a page leads today. */
function toPageOfToday(file: string, page: string): string {
  const moved = file.includes('/migrations/') ? MOVED_PAGES[/^docs\/(?<name>[a-z-]+)\.md$/u.exec(page)?.groups?.['name'] ?? ''] : undefined;
  return moved === undefined ? page : `docs/${moved}.md`;
}

const LONG_PAGE_LINES = 100;

/** A path of ours: it begins with something that stands in the root. Patterns (`*`) must match something. */
function isPath(code: string): boolean {
  const first = code.split('/')[0] ?? '';
  return /^[\w./*-]+$/u.test(code) && (code.includes('/') || code.includes('.')) && TOP.includes(first);
}

/** A section that text cites by its page and title: `docs/apps.md`, "Crawls". */
const CITED_SECTION = /(?<![\w/.-])(?<page>(?:docs\/[\w./-]+|[A-Z][A-Z-]+)\.md)`?, "(?<title>[^"\n]+)"/gu;

function listTitles(file: string, marks = /^#+ (?<title>.+)$/gmu): string[] {
  const prose = readDocument(file).text.replaceAll(/^```[\s\S]*?^```/gmu, '');
  return [...prose.matchAll(marks)].map((match) => match.groups?.['title'] ?? '');
}

/** As the sites that show Markdown make anchors of titles. */
function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** A paragraph may begin with the cited words, too: `**One client.** ...` */
function hasSection(file: string, title: string): boolean {
  return listTitles(file).includes(title) || readDocument(file).text.includes(`**${title}.**`);
}

function listDeadSections(text: string): string[] {
  return [...text.matchAll(CITED_SECTION)]
    .map(({ groups }) => ({ page: groups?.['page'] ?? '', title: groups?.['title'] ?? '' }))
    .filter(({ page, title }) => existsSync(join(ROOT, page)) && !hasSection(page, title))
    .map(({ page, title }) => `${page}, "${title}"`);
}

function exists(path: string): boolean {
  return path.includes('*') ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path));
}

for (const { file, text } of listDocuments()) {
  test(`every path that ${file} names exists`, () => {
    const paths = listInlineCode(text).filter((code) => isPath(code) && !MADE_LATER.test(code));
    assert.deepEqual(
      paths.filter((path) => !exists(toPageOfToday(file, path))),
      [],
    );
  });

  test(`every link of ${file} leads somewhere`, () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/gu)].map((match) => match[1] ?? '');
    assert.deepEqual(
      links.filter((link) => !existsSync(join(ROOT, dirname(file), link))),
      [],
    );
  });

  test(`every section that ${file} names is there`, () => {
    const anchors = new Set(listTitles(file).map(toAnchor));
    const own = [...text.matchAll(/\]\(#([^)\s]+)\)/gu)].map((match) => match[1] ?? '');
    assert.deepEqual([...own.filter((anchor) => !anchors.has(anchor)), ...listDeadSections(text)], []);
  });
}

test('a long page lists its sections below its first words', () => {
  const pages = listDocuments().filter(({ file, text }) => /^docs\/[\w-]+\.md$/u.test(file) && text.split('\n').length > LONG_PAGE_LINES);
  assert.ok(pages.length > 10);
  for (const { file, text } of pages) {
    const listed = /^On this page: (?<list>.*)$/mu.exec(text)?.groups?.['list'] ?? '';
    const sections = listTitles(file, /^## (?<title>.+)$/gmu).map((title) => `[${title}](#${toAnchor(title)})`);
    assert.equal(listed, sections.join(' · '), file);
  }
});

test('the README lists every document that people write', () => {
  const listed = new Set(listInlineCode(readDocument('README.md').text));
  const unlisted = listDocuments().filter(({ file }) => file !== 'README.md' && !file.startsWith('docs/decisions/') && !listed.has(file));
  assert.deepEqual(
    unlisted.map(({ file }) => file),
    [],
  );
});

test('every document, section and decision that a source names exists', () => {
  const sources = globSync(
    ['{src,sandbox,test,bench,scripts,bin,console/src}/**/*.{ts,tsx,sql,js,cjs}', 'deploy/**/*', '.env.example', 'deploy/.env.example'],
    { cwd: ROOT },
  ).filter((file) => statSync(join(ROOT, file)).isFile());
  const missing = sources.flatMap((file) => {
    const named = readDocument(file).text.match(/(?<![\w/.-])(?:docs\/[\w./-]+|[A-Z][A-Z-]+)\.md\b/gu) ?? [];
    const cited = [...readDocument(file).text.matchAll(/\b[Dd]ecision (?<number>\d{4})\b/gu)].map(({ groups }) => groups?.['number']);
    const dead = named.filter((path) => !existsSync(join(ROOT, toPageOfToday(file, path))));
    const undecided = cited.filter((number) => globSync(`docs/decisions/${number}-*.md`, { cwd: ROOT }).length === 0);
    return [...dead, ...undecided, ...listDeadSections(readDocument(file).text)].map((path) => `${file}: ${path}`);
  });
  assert.ok(sources.length > 50);
  assert.deepEqual(missing, []);
});
