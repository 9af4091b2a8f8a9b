import * as ws from 'ws';
import type { LiveEvent } from '#stores/broadcast/index.ts';

/** Public in the library; its types leave it out. `frame` gives the header and the data of a frame. */
const { Sender } = ws as unknown as { readonly Sender: { frame(data: Buffer, options: object): readonly Buffer[] } };
const TEXT_FRAME = { fin: true, opcode: 1, mask: false, readOnly: true, rsv1: false };
const SPACING_MS_MIN = 1;
const SPACING_MS_MAX = 50;

/** The bytes of a round for clients with the same topics; none when there is nothing for them. Equal lists must be the same list. */
export type BytesFor = (topics: readonly string[]) => Buffer | undefined;

/** Sends events to all clients in rounds. */
export interface Rounds {
  add(events: readonly LiveEvent[]): void;
  stop(): void;
}

/**
 * Each event is framed once, and a round is one write for each client: framing and writing every event
 * for every client does not keep up with 500 clients (`npm run bench socket`, "bare"). An event that comes alone
 * goes at once. The next round waits as long as the last one took, so that with few clients events hardly
 * wait, and many clients get larger rounds and leave time for other work.
 */
export function makeRounds(deliver: (bytesFor: BytesFor) => void): Rounds {
  let waiting: { readonly topic: string; readonly frame: readonly Buffer[] }[] = [];
  let timer: NodeJS.Timeout | NodeJS.Immediate | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;

  const run = (): void => {
    timer = undefined;
    const events = waiting;
    waiting = [];
    const made = new Map<readonly string[], Buffer | undefined>();
    const startedAt = performance.now();
    deliver((topics) => {
      if (!made.has(topics)) {
        const frames = events.flatMap(({ topic, frame }) => (topics.includes(topic) ? frame : []));
        made.set(topics, frames.length === 0 ? undefined : Buffer.concat(frames));
      }
      return made.get(topics);
    });
    const endedAt = performance.now();
    nextAt = endedAt + Math.min(SPACING_MS_MAX, Math.max(SPACING_MS_MIN, endedAt - startedAt));
  };
  return {
    add(events) {
      for (const { topic, text } of events) waiting.push({ topic, frame: Sender.frame(Buffer.from(text), TEXT_FRAME) });
      if (timer !== undefined || waiting.length === 0) return;
      const waitMs = nextAt - performance.now();
      timer = waitMs > 0 ? setTimeout(run, waitMs) : setImmediate(run);
    },
    stop() {
      waiting = [];
    },
  };
}
