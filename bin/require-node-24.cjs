// Loaded before every script of the project. The sources are TypeScript that Node.js 24 runs as it
// is; an older Node.js would stop with an unclear message. Plain CommonJS on purpose: it
// has to run on the old one.
'use strict';

const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const REQUIRED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < REQUIRED_MAJOR) {
  process.stderr.write(
    `Sightline needs Node.js ${REQUIRED_MAJOR}, and this is ${process.version} (${process.execPath}).\n` +
      'Run it through npm (`npm start`, `npm test`, ...) after `npm ci`, which brings the right one along,\n' +
      `or put Node.js ${REQUIRED_MAJOR} on the PATH where no pinned binary exists for the platform.\n`,
  );
  process.exit(1);
}

// What was compiled is kept from start to start, `src/main.ts` included: a process that finds all of it does not load what
// turns TypeScript into JavaScript, which holds 10 MB. Without the right to write there, nothing is kept.
enableCompileCache(join(__dirname, '..', 'node_modules', '.cache', 'compiled'));
