import type { EventKind } from '../event-kind.ts';
import { budget } from './budget.ts';
import { channelFailing } from './channel-failing.ts';
import { deadLetters } from './dead-letters.ts';
import { keyExpiring } from './key-expiring.ts';
import { sourceDown } from './source-down.ts';
import { storeFull } from './store-full.ts';

/** Money, and what operators look after. */
export const serviceKinds: readonly EventKind[] = [budget, deadLetters, sourceDown, channelFailing, keyExpiring, storeFull];
