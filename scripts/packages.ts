/**
 * `npm run packages [folder]`: builds and packs what is published beside the service, `@sightline/client` and `@sightline/mcp`, as files
 * that npm installs. Nothing is published by it.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TSC = join(ROOT, 'node_modules', '.bin', 'tsc');

interface Package {
  /** Its folder: `package.json` as it stands in the repository, and what people read of it. */
  readonly folder: string;
  readonly sources: readonly string[];
  readonly sourceRoot: string;
  /** What leads into it, in the place of the sources. */
  readonly exports?: object;
}

const PACKAGES: readonly Package[] = [
  {
    folder: 'clients/typescript',
    sources: ['clients/typescript/src/index.ts', 'clients/typescript/src/client/index.ts'],
    sourceRoot: 'clients/typescript/src',
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './client': { types: './dist/client/index.d.ts', default: './dist/client/index.js' },
    },
  },
  { folder: 'clients/mcp', sources: ['clients/mcp/src/main.ts'], sourceRoot: '.' },
];

const FLAGS = [
  '--ignoreConfig --rewriteRelativeImportExtensions --verbatimModuleSyntax --declaration --strict --skipLibCheck',
  '--target es2022 --lib es2022,dom,dom.iterable --module nodenext --moduleResolution nodenext --types node',
].flatMap((flags) => flags.split(' '));

/** @returns the name of the packed file */
async function pack({ folder, sources, sourceRoot, exports }: Package, out: string): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sightline-package-'));
  try {
    run(TSC, [...FLAGS, '--rootDir', sourceRoot, '--outDir', join(made, 'dist'), ...sources], ROOT);
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const facts = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')) as object;
    const described = { ...facts, version, ...(exports && { exports }), files: ['dist'] };
    await writeFile(join(made, 'package.json'), `${JSON.stringify(described, undefined, 2)}\n`);
    await cp(join(ROOT, folder, 'README.md'), join(made, 'README.md'));
    await cp(join(ROOT, 'LICENSE'), join(made, 'LICENSE'));
    const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', out], made)) as [
      { filename: string },
    ];
    return join(out, filename);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

const out = resolve(process.argv[2] ?? join(ROOT, 'release', 'packages'));
await mkdir(out, { recursive: true });
for (const one of PACKAGES) process.stdout.write(`${await pack(one, out)}\n`);
