import type { Told } from '#stores/broadcast/index.ts';
import { toTextFrame } from './frame.ts';
import { toBits, type TopicBits } from './topics.ts';

interface Framed {
  readonly bits: TopicBits;
  readonly frame: Buffer;
}

const SPACING_MS_MIN = 1;
const SPACING_MS_MAX = 50;

/** Events that wait for the next round to all clients. */
export interface Round {
  add(events: readonly Told[]): void;
  stop(): void;
}

/** The bytes of a round for clients who listen to the same topics; none when there is nothing for them. */
export type BytesFor = (topics: TopicBits) => Buffer | undefined;

/**
 * Gathers events into rounds. Five hundred writes of small frames for each event would cost more
 * than anything else here, so each event is made into bytes once, and a round is one write for each
 * client. An event that comes alone goes at once. The next round waits as long as the last one took, so
 * that with few clients events hardly wait, and many clients get larger rounds and not all of the
 * processor.
 */
export function makeRound(deliver: (bytesFor: BytesFor) => void): Round {
  let waiting: Framed[] = [];
  let timer: NodeJS.Timeout | NodeJS.Immediate | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;

  const run = (): void => {
    timer = undefined;
    const events = waiting;
    waiting = [];
    const begunAt = performance.now();
    deliver(makeBytesFor(events));
    const endedAt = performance.now();
    nextAt = endedAt + Math.min(SPACING_MS_MAX, Math.max(SPACING_MS_MIN, endedAt - begunAt));
  };
  return {
    add(events) {
      for (const { topic, text } of events) waiting.push({ bits: toBits(topic), frame: toTextFrame(text) });
      if (timer !== undefined || waiting.length === 0) return;
      const waitMs = nextAt - performance.now();
      timer = waitMs > 0 ? setTimeout(run, waitMs) : setImmediate(run);
    },
    stop() {
      waiting = [];
    },
  };
}

function makeBytesFor(events: readonly Framed[]): BytesFor {
  const made = new Map<TopicBits, Buffer | undefined>();
  return (topics) => {
    if (!made.has(topics)) {
      const frames = events.filter(({ bits }) => (bits & topics) !== 0).map(({ frame }) => frame);
      made.set(topics, frames.length === 0 ? undefined : Buffer.concat(frames));
    }
    return made.get(topics);
  };
}
