import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readDocument, readManifest, ROOT } from './documents.ts';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  /** It holds a native program or library for these processors. */
  readonly cpu?: readonly string[];
}

const { packages } = JSON.parse(readDocument('package-lock.json').text) as { packages: Readonly<Record<string, LockedPackage>> };
/** The lock file has the licences of this machine's form of a package only, where the registry gives none. */
const formOf = (name: string): string => name.replace(/-(?:linux|darwin|win32)-.*$/u, '');
const licences = new Map(
  Object.entries(packages).flatMap(([path, { license }]) => (license === undefined ? [] : [[formOf(path), license]])),
);
const shipped = Object.entries(packages).flatMap(([path, one]) => {
  const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/u.exec(path)?.[1];
  return name === undefined || one.dev === true || one.link === true
    ? []
    : [{ ...one, name, license: one.license ?? licences.get(formOf(path)) }];
});

/** Licences that ask for no more than their text, which lies beside each package. */
const TEXT_IS_ENOUGH = /^(?:MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|PostgreSQL|Python-2\.0)$/u;

/** One of several that may be chosen, or each of those that hold together. */
function isTextEnough(license = ''): boolean {
  return license
    .replaceAll(/[()]/gu, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => TEXT_IS_ENOUGH.test(one)));
}

test('every package that is shipped names its licence, and NOTICE speaks of each whose licence asks for more than its text', () => {
  const { text } = readDocument('NOTICE');
  const named = [...text.matchAll(/(@[\w.-]+\/[\w.-]+)\*/gu)].map((match) => match[1] ?? '');
  const asksForMore = shipped.filter(({ license }) => !isTextEnough(license));
  assert.ok(
    asksForMore.some(({ name, cpu }) => name.startsWith('@img/sharp-libvips-') && cpu !== undefined),
    'libvips is among them',
  );
  assert.deepEqual(
    asksForMore.flatMap(({ name, license }) => (named.some((start) => name.startsWith(start)) ? [] : [`${name}: ${license}`])),
    [],
  );
  assert.match(text, /GNU Lesser General Public License, version 3/u);
});

test('`npm run sbom` lists every package that is shipped with its version, without a network', async () => {
  const run = promisify(execFile);
  const environment = { ...process.env, npm_config_offline: 'true', npm_config_registry: 'http://127.0.0.1:9/' };
  const { stdout } = await run('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, env: environment, maxBuffer: 64_000_000 });
  const bill = JSON.parse(stdout) as Bill;
  assert.deepEqual([bill.bomFormat, bill.specVersion], ['CycloneDX', '1.5']);
  assert.match(bill.serialNumber, /^urn:uuid:[\da-f-]{36}$/u);
  const refs = bill.components.map((one) => one['bom-ref']);
  assert.equal(new Set(refs).size, refs.length, 'each once');
  const known = new Set([...refs, bill.metadata.component['bom-ref']]);
  assert.deepEqual(
    bill.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref)),
    [],
    'what depends on what is in the list',
  );
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  assert.deepEqual(
    Object.entries(readManifest().dependencies).filter(
      ([name, version]) => !listed.has(`${name}@${version}`) && !version.startsWith('file:'),
    ),
    [],
  );
  assert.deepEqual(
    shipped.filter(({ name, version }) => !listed.has(`${name}@${version}`)).map(({ name }) => name),
    [],
  );
  assert.deepEqual(
    bill.components.filter(({ purl }) => !purl.startsWith('pkg:npm/')).map(({ name }) => name),
    [],
  );
});

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly version: string;
    readonly purl: string;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}
