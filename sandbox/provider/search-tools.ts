import type { Clock } from '#kernel/clock.ts';
import { makeAssistantBook } from '../assistants/book.ts';
import type { FaultBoard } from '../control/faults.ts';
import { makeSerpSource } from '../serp/index.ts';
import type { World } from '../world/index.ts';
import type { SearchTools } from './answer.ts';

/** The engines and the assistants of a world, as its date has them. */
export function makeSearchTools(world: World, clock: Pick<Clock, 'now'>, faults: Pick<FaultBoard, 'planAnswer'>): SearchTools {
  return { world, serp: makeSerpSource(world), assistants: makeAssistantBook(world, faults.planAnswer), now: () => clock.now() };
}
