import type { Screen } from '#app/screen.ts';
import { answerScreens } from './answers/index.ts';
import { keywordScreens } from './keywords/index.ts';

/** Screens of what is measured of a project: its keywords, and the answers of assistants. */
export const measuredScreens: readonly Screen[] = [...keywordScreens, ...answerScreens];
