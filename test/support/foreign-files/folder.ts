import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openSourceFile, type SourceFile } from '../../../src/areas/imports/opening/source-file.ts';
import { findTestFolder } from '../test-folder.ts';

/** Writes a file of another program, and opens it. */
export async function openForeign(t: TestContext, name: string, content: string | Buffer): Promise<SourceFile> {
  const path = join(makeForeignFolder(t), name);
  writeFileSync(path, content);
  return await openSourceFile(path, name);
}

export function makeForeignFolder(t: TestContext): string {
  const folder = mkdtempSync(join(findTestFolder(), 'sightline-foreign-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
