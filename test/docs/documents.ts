import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export interface Document {
  /** Path from the project's root. */
  readonly file: string;
  readonly text: string;
}

export function readDocument(file: string): Document {
  return { file, text: readFileSync(join(ROOT, file), 'utf8') };
}

/** Every document that people write; the generated ones are left out. */
export function listDocuments(): Document[] {
  return globSync('{*.md,docs/**/*.md}', { cwd: ROOT })
    .filter((file) => !file.startsWith('docs/api/'))
    .map(readDocument);
}

/** What stands in backticks in running text and tables; fenced blocks are left out. */
export function listInlineCode(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gmu, '');
  return [...prose.matchAll(/`(?<code>[^`\n]+)`/gu)].map((match) => match.groups?.['code'] ?? '');
}

/** The text of the fenced blocks. */
export function listFencedCode(text: string): string[] {
  return [...text.matchAll(/^```[^\n]*\n(?<code>[\s\S]*?)^```/gmu)].map((match) => match.groups?.['code'] ?? '');
}

export interface Manifest {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export function readManifest(): Manifest {
  return JSON.parse(readDocument('package.json').text) as Manifest;
}
