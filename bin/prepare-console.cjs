// `npm ci` runs this at its end: it builds the console, so that the first start need not. It never fails an
// install, because a service without the console is whole, and says there what is missing.
'use strict';

const REQUIRED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR) {
  import('../src/console/index.ts')
    .then(({ ensureConsole }) => ensureConsole())
    .then((state) => process.stdout.write(`console: ${state}\n`))
    .catch((error) => process.stderr.write(`The console is not built: ${error.message}\n`));
}
