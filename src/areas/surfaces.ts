/** The areas of what people look at, keep and share, in their order (ARCHITECTURE.md). */
import type { Area } from '#area/index.ts';
import { alerts } from './alerts/index.ts';
import { assistants } from './assistants/index.ts';
import { digests } from './digests/index.ts';
import { overview } from './overview/index.ts';
import { search } from './search/index.ts';
import { shares } from './shares/index.ts';
import { views } from './views/index.ts';

/** What people look at, keep and share of all that; neither jobs nor costs know of it. */
export const surfaces: readonly Area[] = [views, overview, alerts, shares, digests];

/** How people and assistants find all that. */
export const entrances: readonly Area[] = [search, assistants];
