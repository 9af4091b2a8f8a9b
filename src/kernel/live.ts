/**
 * The topics of live events (docs/events.md, "The live socket"). Who publishes one adds it here by `declare module`, and an
 * area names it in its manifest.
 */
export interface LiveTopics {
  /** Something that the people of a project see has changed: `project_id`, and `change` says what. Each listens to `project:{id}`. */
  project: true;
}
export type LiveTopic = keyof LiveTopics;

/** Fields of an event beside `type` and `ts`. Flat; what is undefined is left out, long texts are cut. */
export type LiveFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Where events go. */
export interface LiveOutlet {
  /** Whether a client listens. Answers from memory, so that an event without a listener costs nothing. */
  isWanted(topic: LiveTopic): boolean;
  /** Sends an event to the clients that listen. Best effort: never throws, never waits, and events may be lost. */
  publish(topic: LiveTopic, fields: LiveFields): void;
}

/** Publishes events to the clients of all processes. */
export interface Live extends LiveOutlet {
  /** Only to the clients of this process: for what each process finds out by itself. */
  readonly here: LiveOutlet;
}

const NO_CLIENTS: LiveOutlet = { isWanted: () => false, publish: () => undefined };

/** For tools and tests without clients. */
export const SILENT: Live = { ...NO_CLIENTS, here: NO_CLIENTS };
