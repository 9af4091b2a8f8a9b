import { countedScreens } from './counted/index.ts';
import { importScreens } from './imports/index.ts';
import { projectScreens as ownScreens } from './project/index.ts';
import { searchConsoleScreens } from './search-console/index.ts';

/** What a project watches, what Google counted of it, its settings, and how its past is brought in. */
export const projectScreens = [...countedScreens, ...searchConsoleScreens, ...ownScreens, ...importScreens];
