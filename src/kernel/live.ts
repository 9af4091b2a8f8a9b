/** What can be watched while it happens (decisions, section 6 "Real-time monitoring"; docs/live-socket.md). */
export const LIVE_TOPICS = ['workflow', 'step', 'queue', 'classification', 'cost', 'crawl'] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** Fields of an event beside `type` and `ts`. Flat; what is undefined is left out, long texts are cut. */
export type LiveFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Where events of one reach go. */
export interface LiveOutlet {
  /** Whether anybody listens; asks nobody, so that what nobody wants to know costs nothing to leave unsaid. */
  isWanted(topic: LiveTopic): boolean;
  /** Tells everybody who listens. Best effort: never throws, never waits, and events may be lost. */
  publish(topic: LiveTopic, fields: LiveFields): void;
}

/** Tells what happens to whoever watches, in whichever process they are. */
export interface Live extends LiveOutlet {
  /** Only those who watch in this process: for what each process finds out by itself. */
  readonly here: LiveOutlet;
}

const NOBODY: LiveOutlet = { isWanted: () => false, publish: () => undefined };

/** For tools and tests without watchers. */
export const SILENT: Live = { ...NOBODY, here: NOBODY };
