import { competitorPassed } from '../competitor-passed.ts';
import { contested } from '../contested.ts';
import { dropped } from '../dropped.ts';
import { enteredTop } from '../entered-top.ts';
import type { EventKind } from '../event-kind.ts';
import { featureGained } from '../feature-gained.ts';
import { featureLost } from '../feature-lost.ts';
import { found } from '../found.ts';
import { leftTop } from '../left-top.ts';
import { lost } from '../lost.ts';
import { newCompetitor } from '../new-competitor.ts';
import { pageChanged } from '../page-changed.ts';
import { rose } from '../rose.ts';
import { wrongPage } from '../wrong-page.ts';

/** What keywords do on result pages. */
export const movementKinds: readonly EventKind[] = [
  dropped,
  rose,
  leftTop,
  enteredTop,
  lost,
  found,
  pageChanged,
  wrongPage,
  featureLost,
  featureGained,
  competitorPassed,
  newCompetitor,
  contested,
];
