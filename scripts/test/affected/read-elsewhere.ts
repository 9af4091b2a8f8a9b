/** What reads files in a way that their code does not show: by folder, through a build, or before any test begins. */
export interface ReadElsewhere {
  /** How the path of a changed file begins. */
  readonly prefix: string;
  /** Modules that count as changed with it, and folders all of whose files do; empty: no test reads it. */
  readonly affects: readonly string[];
}

const EVERYTHING = ['src/', 'sandbox/', 'test/', 'scripts/', 'console/src/'];
const DOCUMENTS = ['test/docs/'];

export const READ_ELSEWHERE: readonly ReadElsewhere[] = [
  // Packages, aliases and options of all code.
  ...['package.json', 'package-lock.json', '.nvmrc', '.npmrc'].map((prefix) => ({ prefix, affects: EVERYTHING })),
  // A migration changes the database of each test that has one.
  { prefix: 'src/stores/postgres/migrations/', affects: ['src/stores/postgres/migrations.ts'] },
  { prefix: 'src/stores/clickhouse/migrations/', affects: ['src/stores/clickhouse/migrations.ts'] },
  // Browser tests see the console as it is built of all its sources.
  { prefix: 'console/', affects: ['test/console/', 'src/console/console.test.ts', 'test/api/console-pages.test.ts'] },
  { prefix: 'clients/typescript/', affects: ['test/api/client.test.ts', 'test/console/'] },
  { prefix: 'docs/api/', affects: ['test/docs/', 'test/api/client.test.ts'] },
  // How the tests are run is part of each.
  { prefix: 'scripts/test.ts', affects: EVERYTHING },
  { prefix: 'test/fixtures/', affects: ['test/contract/'] },
  ...[
    'docs/',
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'LICENSE',
    'NOTICE',
    'deploy/',
    '.env.example',
    '.dockerignore',
    '.ci/',
  ].map((prefix) => ({ prefix, affects: DOCUMENTS })),
  // Checks and tools read these; `npm run verify` runs the checks.
  ...[
    'tsconfig.json',
    'knip.json',
    '.oxlintrc.json',
    '.oxfmtrc.json',
    '.dependency-cruiser.mjs',
    '.editorconfig',
    '.gitignore',
    'bench/',
    'tools/',
  ].map((prefix) => ({ prefix, affects: [] })),
];
