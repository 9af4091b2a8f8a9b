import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** `npm run soak [name]`: the long fault, crash and load runs. Each prints its figures, has its whole width; ends with 1 when one is missed. */
const SOAKS = [
  'faults',
  'crash',
  'queue-faults',
  'queue-crash',
  'stores-away',
  'redis',
  'week',
  'copy-crash',
  'processes',
  'stop',
  'onboard-crash',
  'classify-crash',
  'research-crash',
  'apps-crash',
  'imports-crash',
  'console-screens',
  'console-walk',
  'console-buttons',
  'tour',
] as const;

const wanted = process.argv[2];
const chosen = wanted === undefined ? SOAKS : SOAKS.filter((name) => name === wanted);
if (chosen.length === 0) {
  process.stderr.write(`There is no soak ${String(wanted)}. There are: ${SOAKS.join(', ')}\n`);
  process.exit(2);
}

let failed = 0;
for (const name of chosen) {
  const file = fileURLToPath(new URL(`./${name}.soak.ts`, import.meta.url));
  const [code] = await once(
    spawn(process.execPath, ['--test', '--test-reporter=spec', file], { stdio: 'inherit', env: { ...process.env, TEST_WIDTH: 'whole' } }),
    'exit',
  );
  if (code !== 0) failed += 1;
}
process.stdout.write(`${chosen.length - failed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
