import { LIVE_TOPICS, type LiveTopic } from '#kernel/live.ts';

/** A set of topics as the bits of a number, so that clients who listen to the same are told the same bytes. */
export type TopicBits = number;

const BITS: ReadonlyMap<string, TopicBits> = new Map(LIVE_TOPICS.map((topic, place) => [topic, 1 << place]));

export const ALL_TOPICS: TopicBits = (1 << LIVE_TOPICS.length) - 1;

/** 0 for what is no topic, for example what a newer version tells. */
export function toBits(topic: string): TopicBits {
  return BITS.get(topic) ?? 0;
}

export function toTopics(bits: TopicBits): LiveTopic[] {
  return LIVE_TOPICS.filter((topic) => (toBits(topic) & bits) !== 0);
}
