/** Reads a file as the service does, in a process of its own, and prints what became of it and what that took. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { detectFormat } from '../../../src/areas/imports/formats/detect-format.ts';
import { findFormat } from '../../../src/areas/imports/formats/index.ts';
import { openSourceFile } from '../../../src/areas/imports/opening/source-file.ts';

const [path = '', kind = ''] = process.argv.slice(2);
const begun = performance.now();
let found = 0;
let message: string | undefined;
let name: string | undefined;
try {
  const file = await openSourceFile(path, 'a');
  const format = findFormat(kind) ?? (await detectFormat(file)).format;
  for await (const readings of format.read(file, {})) found += readings.length;
} catch (error) {
  ({ name, message } = error as Error);
}
console.log(
  JSON.stringify({
    found,
    name,
    message,
    tookMs: performance.now() - begun,
    rssMib: readPeakKib() / 1_024,
    files: readdirSync(dirname(path)),
  }),
);

/** Linux counts in `maxRSS` what the parent had when it began this process too. */
function readPeakKib(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s*(\d+)/u.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
