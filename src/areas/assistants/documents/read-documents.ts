import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound } from '#kernel/errors.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'docs');
const NAME = /^[a-z][a-z-]*\.md$/u;
const SUMMARY =
  '> Self-hosted intelligence for search and app-store visibility: positions, features, rivals, links, apps and what all of it costs.';
const ORDER = ['assistants.md', 'recipes.md', 'glossary.md'];

/** A page that people write, as it stands in `docs/`. */
export interface Document {
  readonly name: string;
  readonly title: string;
  /** The sentence that it opens with. */
  readonly about: string;
  readonly text: string;
}

/** @throws AppError `Document not found` */
export async function readDocument(name: string): Promise<string> {
  const found = (await listNames()).find((one) => one === name);
  if (found === undefined) throw notFound('Document');
  return await readFile(join(FOLDER, found), 'utf8');
}

/** The list of all documents for programs that read, with addresses of this service (llmstxt.org). */
export async function toLlmsText(origin: string): Promise<string> {
  const lines = (await readAll()).map(({ name, title, about }) => `- [${title}](${origin}/docs/${name}): ${about}`);
  const machines = [`- [OpenAPI document](${origin}/openapi.json): every endpoint`, `- [All documents in one](${origin}/llms-full.txt)`];
  return ['# Sightline', SUMMARY, '## Documents', lines.join('\n'), '## For programs', machines.join('\n'), ''].join('\n\n');
}

/** All documents, one after the other. */
export async function toFullText(): Promise<string> {
  return (await readAll()).map(({ name, text }) => `<!-- docs/${name} -->\n\n${text.trim()}\n`).join('\n');
}

async function readAll(): Promise<Document[]> {
  const names = (await listNames()).toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  return await Promise.all(names.map(async (name) => toDocument(name, await readFile(join(FOLDER, name), 'utf8'))));
}

function rank(name: string): number {
  return ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length;
}

function toDocument(name: string, text: string): Document {
  const [head = '', ...rest] = text.split(/\n{2,}/u);
  const [sentence = ''] = (rest.find((part) => /^[A-Z]/u.test(part)) ?? '').split(/(?<=[.:])\s/u);
  return { name, title: head.replace(/^# /u, ''), about: sentence.replaceAll('\n', ' '), text };
}

/** None where the service was installed without them. */
async function listNames(): Promise<string[]> {
  try {
    return (await readdir(FOLDER)).filter((name) => NAME.test(name));
  } catch {
    return [];
  }
}
