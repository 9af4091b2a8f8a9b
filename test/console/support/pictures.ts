import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Pictures of the documents by the names of their screens (`console/src/screens`). */
export const PICTURES = ['keywords', 'overview', 'costs'] as const;

/** The window in which they are taken: a table shows the columns that it has room for. */
export const PICTURE_SIZE = { width: 1280, height: 800 } as const;

const FILE = new URL('pictured.json', import.meta.url);

type Pictured = Readonly<Record<string, readonly string[]>>;

/** Of each picture what can be read and pressed on it, without what comes of the data. */
export function readPictured(): Pictured {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Pictured;
}

export function writePictured(pictured: Pictured): void {
  writeFileSync(FILE, `${JSON.stringify(pictured, null, 2)}\n`);
}

/** Headings, tabs, switches and buttons of a screen, but for its title; what holds figures comes of the data, as a project's name does. */
export async function listControls(page: Page): Promise<string[]> {
  return await page.evaluate(CONTROLS);
}

const CONTROLS = `[...new Set([...document.querySelectorAll('main :is(h2, [role=tab], [role=switch], button)')]
  .map((one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent).trim())
  .filter((text) => text !== '' && !/\\d/.test(text)))].sort()`;
