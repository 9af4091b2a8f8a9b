import type { LiveFields, LiveTopic } from '#kernel/live.ts';

/** The kind of topic that members may listen to, one project at a time: `project:{id}`. */
export const PROJECT_KIND = 'project' satisfies LiveTopic;
const PROJECT_TOPIC = /^project:(?<id>[\w-]{1,200})$/u;

/** The topic that an event goes out under. */
export function toEventTopic(topic: LiveTopic, fields: LiveFields): string {
  return topic === PROJECT_KIND ? toProjectTopic(String(fields['project_id'])) : topic;
}

export function toProjectTopic(projectId: string): string {
  return `${PROJECT_KIND}:${projectId}`;
}

/** The project of a topic of this kind. */
export function findTopicProject(topic: string): string | undefined {
  return PROJECT_TOPIC.exec(topic)?.groups?.['id'];
}

/** What processes tell each other that they listen to: a kind for all its topics. */
export function kindOf(topic: string): string {
  return findTopicProject(topic) === undefined ? topic : PROJECT_KIND;
}

/** What the clients of a process listen to together, counted, and the lists of theirs. */
export interface Listened {
  /** The one list for clients with these topics, so that they share the bytes of a round. */
  take(topics: readonly string[]): readonly string[];
  /** To be called with every list that was taken, once. */
  give(topics: readonly string[]): void;
  /** Whether any client listens to a topic, or to any topic of a kind. */
  has(topicOrKind: string): boolean;
}

export function makeListened(): Listened {
  const lists = new Map<string, { readonly topics: readonly string[]; clients: number }>();
  const counts = new Map<string, number>();
  const count = (topics: readonly string[], by: 1 | -1): void => {
    for (const name of new Set(topics.flatMap((topic) => [topic, kindOf(topic)]))) {
      const clients = (counts.get(name) ?? 0) + by;
      if (clients === 0) counts.delete(name);
      else counts.set(name, clients);
    }
  };
  return {
    take(topics) {
      const key = topics.join();
      const list = lists.get(key) ?? { topics, clients: 0 };
      lists.set(key, list);
      list.clients += 1;
      count(topics, 1);
      return list.topics;
    },
    give(topics) {
      const list = lists.get(topics.join());
      if (list === undefined) return;
      list.clients -= 1;
      if (list.clients === 0) lists.delete(topics.join());
      count(topics, -1);
    },
    has: (name) => counts.has(name),
  };
}
