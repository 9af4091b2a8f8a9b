/**
 * A picture of a screen of a running service: `node test/console/look.ts URL KEY /console/ picture.png [width] [dark]`.
 * For developers who want to see what they change.
 */
import { openWindow } from './support/chromium.ts';

const [url = '', key = '', path = '/console/', file = 'screen.png', width = '1400', scheme = 'light'] = process.argv.slice(2);
const { page, problems, open } = await openWindow({
  url,
  ...(key === '' ? {} : { key }),
  width: Number(width),
  colorScheme: scheme === 'dark' ? 'dark' : 'light',
});
await open(path).catch((error: unknown) => console.log(String(error)));
await page.screenshot({ path: file, fullPage: false });
console.log(problems.length === 0 ? 'no problems' : problems.join('\n'));
process.exit(0);
