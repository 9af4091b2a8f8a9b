/**
 * Writes the typed client in `clients/typescript/src` from `docs/api/openapi.json`. With `--check` it writes
 * nothing and ends with 1 when a file is not what it would write.
 */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

const ROOT = join(import.meta.dirname, '..');
const CLIENT = join(ROOT, 'clients', 'typescript', 'src');

/** The client of a document, in `folder`. */
async function generateClient(input: string, folder: string): Promise<void> {
  await createClient({
    input,
    output: { path: folder, importFileExtension: '.ts' },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
}

async function readFolder(folder: string): Promise<string> {
  const files = globSync('**/*.ts', { cwd: folder }).toSorted();
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')]));
  return JSON.stringify(texts);
}

const made = await mkdtemp(join(tmpdir(), 'sightline-client-'));
try {
  await generateClient(join(ROOT, 'docs', 'api', 'openapi.json'), join(made, 'src'));
  if (!process.argv.includes('--check')) {
    await rm(CLIENT, { recursive: true, force: true });
    await cp(join(made, 'src'), CLIENT, { recursive: true });
  } else if ((await readFolder(join(made, 'src'))) !== (await readFolder(CLIENT))) {
    console.error('clients/typescript is out of date: run npm run generate');
    process.exitCode = 1;
  }
} finally {
  await rm(made, { recursive: true, force: true });
}
