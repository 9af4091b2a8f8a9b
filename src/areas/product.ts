/** The areas of the product that bring workflows, queues and data of their own, in their order (ARCHITECTURE.md). Jobs stand between the two lists. */
import type { Area } from '#area/index.ts';
import { answers } from './answers/index.ts';
import { apps } from './apps/index.ts';
import { assets } from './assets/index.ts';
import { channels } from './channels/index.ts';
import { classification } from './classification/index.ts';
import { domains } from './domains/index.ts';
import { imports } from './imports/index.ts';
import { keywords } from './keywords/index.ts';
import { mail } from './mail/index.ts';
import { people } from './people/index.ts';
import { projects } from './projects/index.ts';
import { rankings } from './rankings/index.ts';
import { research } from './research/index.ts';
import { searchConsole } from './search-console/index.ts';
import { visibility } from './visibility/index.ts';

/** What is looked at, and for whom. */
export const subjects: readonly Area[] = [projects, mail, people, domains, classification, assets];

/** What is found out about it. */
export const findings: readonly Area[] = [keywords, rankings, channels, apps, visibility, research, imports, searchConsole, answers];
