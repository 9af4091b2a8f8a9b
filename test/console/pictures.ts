/**
 * The pictures of the documents: `node test/console/pictures.ts URL KEY` of a service that `npm run demo` filled.
 */
import { makeApiClient } from '../support/api-client.ts';
import { openWindow } from './support/chromium.ts';
import { listControls, PICTURE_SIZE, PICTURES, writePictured } from './support/pictures.ts';
import { listScreens, toAddress } from './support/walk.ts';

const FOLDER = new URL('../../docs/pictures/', import.meta.url).pathname;

const [url = '', key = ''] = process.argv.slice(2);
const { body } = await makeApiClient(url, key).get('/api/projects?organization_id=org_demo');
const screens = await listScreens();

const { page, open } = await openWindow({ url, key, ...PICTURE_SIZE });
const pictured: Record<string, string[]> = {};
for (const name of PICTURES) {
  const screen = screens.find((one) => one.name === name);
  if (screen === undefined) throw new Error(`There is no screen ${name}`);
  await open(toAddress(screen, { projectId: body.projects[0].id }));
  await page.screenshot({ path: `${FOLDER}${name}.png` });
  pictured[name] = await listControls(page);
}
writePictured(pictured);
process.exit(0);
