/** The areas of what is found out about the subjects, in their order (ARCHITECTURE.md). Jobs stand after them. */
import type { Area } from '#area/index.ts';
import { answers } from './answers/index.ts';
import { apps } from './apps/index.ts';
import { channels } from './channels/index.ts';
import { imports } from './imports/index.ts';
import { keywords } from './keywords/index.ts';
import { rankings } from './rankings/index.ts';
import { research } from './research/index.ts';
import { searchConsole } from './search-console/index.ts';
import { visibility } from './visibility/index.ts';

/** What is found out about it. */
export const findings: readonly Area[] = [keywords, rankings, channels, apps, visibility, research, imports, searchConsole, answers];
