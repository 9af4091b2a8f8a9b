import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsolePlaces } from './places.ts';

const INPUTS = ['console/*.{html,ts,json}', 'console/{src,public}/**/*.*', 'clients/typescript/src/**/*.ts', 'package-lock.json'];

/** Names what the console would be built from, as a hash of every file that goes into it. */
export async function readStamp({ root }: Pick<ConsolePlaces, 'root'>): Promise<string> {
  const files = globSync(INPUTS, { cwd: root }).toSorted();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(await readFile(join(root, file)));
  return hash.digest('hex');
}
