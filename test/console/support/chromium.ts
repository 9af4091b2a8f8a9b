import chromium from '@sparticuz/chromium';
import { chromium as driver, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { PATIENCE_MS } from '../../support/patience.ts';
import { unpackBrowser } from './unpack-browser.ts';

/** One process for all would end with the first window that closes; and what browsers forbid is to be seen. */
const LEFT_OUT: readonly string[] = [
  '--single-process',
  '--no-zygote',
  '--in-process-gpu',
  '--ignore-gpu-blocklist',
  '--disable-web-security',
  '--allow-running-insecure-content',
];

let opened: Promise<Browser> | undefined;

/** The one browser of a process. */
function openBrowser(): Promise<Browser> {
  opened ??= (async () => {
    // Without a graphics card every frame would be drawn by a simulated one, at twice the processor time.
    chromium.setGraphicsMode = false;
    const executablePath = await unpackBrowser();
    const args = [...chromium.args.filter((arg) => !LEFT_OUT.includes(arg)), '--disable-gpu'];
    return await driver.launch({ executablePath, args, headless: true });
  })();
  return opened;
}

/** Ends the browser, if one was opened. */
export async function closeBrowser(): Promise<void> {
  await (await opened)?.close();
  opened = undefined;
}

export interface WindowOptions {
  /** Of the console, for example `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Signs in with it before anything is opened. */
  readonly key?: string;
  /** Not signed in, whatever the key. */
  readonly isOutside?: boolean | undefined;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** What the browser says that its language is; one that `Intl` refuses too. */
  readonly language?: string;
}

/** A clean browser window, with what went wrong in it. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Messages of the console, uncaught errors, refused loads and requests to other hosts. */
  readonly problems: readonly string[];
  /** Problems until now are of another screen. */
  forget(): void;
  /** Opens a path of the service and resolves when the screen shows its data (`data-ready`). */
  open(path: string): Promise<void>;
}

export async function openWindow({
  url,
  key,
  isOutside = false,
  width = 1400,
  height = 900,
  colorScheme = 'light',
  language,
}: WindowOptions): Promise<Window> {
  const browser = await openBrowser();
  // Chromium otherwise takes the machine's language and zone, and figures look different on each machine.
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { width, height },
    colorScheme,
  });
  if (key !== undefined && !isOutside) await signIn(context, url, key);
  context.setDefaultTimeout(PATIENCE_MS);
  if (language !== undefined)
    await context.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'language', { value: ${JSON.stringify(language)}, configurable: true })`,
    );
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    // Where a store takes two seconds to answer, as on a busy machine, `/health` is 503: the screen shows it, and it is no problem of the screen.
    if (message.location().url.endsWith('/health')) return;
    if (['error', 'warning'].includes(message.type()))
      problems.push(`${message.type()}: ${message.text()} ${message.location().url}`.trimEnd());
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin) problems.push(`outside: ${request.url()}`);
  });
  return {
    context,
    page,
    problems,
    forget: () => void problems.splice(0),
    open: async (path) => {
      await page.goto(path);
      await page.locator('[data-ready]').first().waitFor();
    },
  };
}

async function signIn(context: BrowserContext, url: string, key: string): Promise<void> {
  const answer = await context.request.post(`${url}/api/session`, { data: { api_key: key }, headers: { origin: url } });
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`);
}
