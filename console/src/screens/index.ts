import type { Screen } from '#app/screen.ts';
import { accountScreens } from './account/index.ts';
import { appScreens } from './apps/index.ts';
import { classificationScreens } from './classification/index.ts';
import { domainScreens } from './domains/index.ts';
import { instanceScreens } from './instance/index.ts';
import { measuredScreens } from './measured.ts';
import { messageScreens, ownMessageScreens } from './messages.ts';
import { operationsScreens } from './operations/index.ts';
import { overviewScreens } from './overview/index.ts';
import { projectScreens } from './projects.ts';
import { researchScreens } from './research/index.ts';
import { settingsScreens } from './settings/index.ts';
import { startScreens } from './start/index.ts';
import { storeScreens } from './stores/index.ts';

/** Every screen of the console, in the order of the sidebar. */
export const screens: readonly Screen[] = [
  ...startScreens,
  ...overviewScreens,
  ...measuredScreens,
  ...messageScreens,
  ...projectScreens,
  ...domainScreens,
  ...researchScreens,
  ...appScreens,
  ...storeScreens,
  ...classificationScreens,
  ...operationsScreens,
  ...ownMessageScreens,
  ...settingsScreens,
  ...instanceScreens,
  ...accountScreens,
];
