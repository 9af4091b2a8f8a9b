import { after } from 'node:test';
import { closeBrowser } from './chromium.ts';

export { openWindow, type Window, type WindowOptions } from './chromium.ts';

/** The browser of a test file ends with its tests. */
after(closeBrowser);
