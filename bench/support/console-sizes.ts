import { makeWebConsole } from '../../src/console/index.ts';
import { listScreens, toAddress } from '../../test/console/support/walk.ts';
import type { BenchApp } from './app.ts';
import type { BenchRow } from './bench.ts';
import { openConsole } from './console-page.ts';

const KIB = 1024;
const FIRST = '/console/';

/** Notes when a screen first says that it is ready, in the page itself: messages to the driver come too late. */
const NOTE_READY = `performance.setResourceTimingBufferSize(1000);
new MutationObserver((_changes, observer) => {
  if (!document.querySelector('[data-ready]')) return;
  window.readyAt = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true })`;
const LATE = `performance.getEntriesByType('resource').filter(({ startTime }) => startTime > window.readyAt).map(({ name }) => new URL(name).pathname)`;

/**
 * Packed with gzip, as most clients and proxies take it: what a first visit loads, and what each other screen loads
 * beyond that when it is opened by its address. What a browser has asked for before the screen says that it is ready
 * (`data-ready`) counts: figures, texts, lists and filters are there then. What draws charts comes behind that
 * (`data-late` marks its place until then): it counts in the figure that says so. What a click opens (menus, lists,
 * dialogs) comes with the click and does not count. Screens whose path has a parameter without a value are left out.
 * @param params values of the parameters in paths of screens
 */
export async function measureSizes(bench: BenchApp, params: Readonly<Record<string, string>>): Promise<BenchRow[]> {
  const landings = await measureLandings(bench, params);
  const { ready: first } = await loadFiles(bench, { address: FIRST });
  const scripts = toSizes(first, '.js');
  const further: number[] = [];
  for (const address of await listAddresses(params)) {
    const loaded = toSizes((await loadFiles(bench, { address })).ready, '.js');
    further.push(sum([...loaded].flatMap(([name, size]) => (scripts.has(name) ? [] : [size]))));
  }
  return [
    ...landings,
    { figure: 'script of any other screen beyond that, packed', value: Math.max(...further), unit: 'KiB', bound: { atMost: 60 } },
    { figure: 'styles of the first screen, packed', value: sum(toSizes(first, '.css').values()), unit: 'KiB', bound: { atMost: 25 } },
  ];
}

interface Landing {
  readonly address: string;
  readonly isOutside?: boolean;
}

/** Where people come in: each with all that it loads by itself, in a clean browser. */
async function measureLandings(bench: BenchApp, { projectId }: Readonly<Record<string, string>>): Promise<BenchRow[]> {
  const landings: Readonly<Record<string, Landing>> = {
    Projects: { address: FIRST },
    Overview: { address: `${FIRST}p/${projectId}` },
    Keywords: { address: `${FIRST}p/${projectId}/keywords` },
    'the sign-in': { address: FIRST, isOutside: true },
  };
  const rows: BenchRow[] = [];
  const wholes: number[] = [];
  for (const [name, landing] of Object.entries(landings)) {
    const { ready, whole } = await loadFiles(bench, landing);
    const value = sum(toSizes(ready, '.js').values());
    rows.push({ figure: `script of ${name}, packed`, value, unit: 'KiB', bound: { atMost: 200 } });
    wholes.push(sum(toSizes(whole, '.js').values()));
  }
  return [...rows, { figure: 'script of any of these with what draws charts behind it, packed', value: Math.max(...wholes), unit: 'KiB' }];
}

/** Of every screen of a signed-in person whose path has no parameter but these. */
export async function listAddresses(params: Readonly<Record<string, string>>): Promise<string[]> {
  const screens = (await listScreens()).filter(({ isOpen }) => isOpen !== true);
  const canOpen = (path: string): boolean => [...path.matchAll(/\$(\w+)/gu)].every(([, name = '']) => params[name] !== undefined);
  return screens.filter(({ path }) => canOpen(path)).map((screen) => toAddress(screen, params));
}

type Sizes = ReadonlyMap<string, number>;

interface Loaded {
  /** What was asked for before the screen was ready. */
  readonly ready: Sizes;
  /** With what came behind it. */
  readonly whole: Sizes;
}

/** Packed sizes of the files that a clean browser asks for, by their paths. */
async function loadFiles(bench: BenchApp, { address, isOutside = false }: Landing): Promise<Loaded> {
  const { page, open, context } = await openConsole(bench, { isOutside });
  await page.addInitScript(NOTE_READY);
  const paths = new Set<string>();
  page.on('request', (request) => paths.add(new URL(request.url()).pathname));
  await open(address);
  await page.locator('[data-late]').first().waitFor({ state: 'detached' });
  const late = new Set(await page.evaluate<string[]>(LATE));
  await context.close();
  const whole = await readSizes(paths);
  return { ready: new Map([...whole].filter(([path]) => !late.has(path))), whole };
}

async function readSizes(paths: Iterable<string>): Promise<Sizes> {
  const web = makeWebConsole();
  const sizes = new Map<string, number>();
  for (const path of paths) {
    const file = await web.findFile(path.replace('/console/', ''));
    if (file) sizes.set(path, file.gzip.length);
  }
  return sizes;
}

function toSizes(files: Sizes, ending: string): Sizes {
  return new Map([...files].filter(([path]) => path.endsWith(ending)));
}

function sum(sizes: Iterable<number>): number {
  return [...sizes].reduce((total, size) => total + size, 0) / KIB;
}
