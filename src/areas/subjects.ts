/** The areas of what is looked at, and for whom, in their order (ARCHITECTURE.md). */
import type { Area } from '#area/index.ts';
import { assets } from './assets/index.ts';
import { classification } from './classification/index.ts';
import { domains } from './domains/index.ts';
import { mail } from './mail/index.ts';
import { people } from './people/index.ts';
import { projects } from './projects/index.ts';

/** What is looked at, and for whom. */
export const subjects: readonly Area[] = [projects, mail, people, domains, classification, assets];
