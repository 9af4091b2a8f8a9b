import { countedScreens } from './counted/index.ts';
import { importScreens } from './imports/index.ts';
import { projectScreens as ownScreens } from './project/index.ts';

/** What a project watches, its settings, and how its past is brought in. */
export const projectScreens = [...countedScreens, ...ownScreens, ...importScreens];
