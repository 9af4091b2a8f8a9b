// `npm ci --omit=dev` runs this at its end: an install for a server keeps what Node.js can load, and every licence. In an install with
// the tools it does nothing, because types and sources are read there. It never fails an install: what is left is only larger.
'use strict';

const { existsSync, readFileSync, readdirSync, rmdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

const PACKAGES = 'node_modules';
/** Types, maps to sources and documents are read by people and tools; Node.js refuses TypeScript below `node_modules`; libraries to link with. */
const UNLOADED = /\.(?:map|[cm]?tsx?|flow|tsbuildinfo|mdx?|markdown|a|gypi?|cc|h)$/iu;
const LICENCE = /licen[cs]e|notice|copying|copyright/iu;
/** Beside the `package.json` of a package: how it is tested and measured. */
const UNLOADED_FOLDERS = ['.github', 'benchmark', 'benchmarks', 'example', 'examples', 'test'];
/** What else packages publish without loading it. A release may put it elsewhere: it stays then. */
const BESIDE = {
  // The service loads the small one of four.
  eld: ['src/ngrams/extrasmall.js', 'src/ngrams/large.js', 'src/ngrams/medium.js'],
  fastify: ['integration'],
  // One file is 7 MB of samples.
  superjson: ['src'],
};

/** Whether tools were left out: npm lists what it installed, and the folder that pins Node.js in any case. */
function isForServer(folder) {
  const list = join(folder, PACKAGES, '.package-lock.json');
  if (!existsSync(list)) return false;
  const { packages } = JSON.parse(readFileSync(list, 'utf8'));
  return !Object.entries(packages).some(([path, { dev }]) => path.startsWith(PACKAGES) && dev === true);
}

/** Removes what nothing loads, and folders that have nothing left. */
function slim(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const isPackage = entries.some(({ name }) => name === 'package.json');
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) {
      if (entry.isFile() && UNLOADED.test(entry.name) && !LICENCE.test(entry.name)) rmSync(path);
    } else if (isPackage && UNLOADED_FOLDERS.includes(entry.name)) rmSync(path, { recursive: true });
    else slim(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** @returns whether the install is one for a server, and so was made smaller */
function slimPackages(folder) {
  if (!isForServer(folder)) return false;
  for (const [name, paths] of Object.entries(BESIDE))
    for (const path of paths) rmSync(join(folder, PACKAGES, name, path), { recursive: true, force: true });
  slim(join(folder, PACKAGES));
  return true;
}

if (slimPackages(process.cwd())) process.stdout.write('packages: without what only tools read\n');
