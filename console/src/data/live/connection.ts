/** One connection to the live socket, shared by everything on screen. */

/** What the service sends. Fields of the type lie beside these. */
export interface LiveEvent {
  readonly type: string;
  /** Epoch milliseconds of real time. */
  readonly ts: number;
  readonly [field: string]: unknown;
}

export interface LiveListener {
  readonly topics: readonly string[];
  readonly onEvent: (event: LiveEvent) => void;
  /** The connection stands again; events may have been lost before. */
  readonly onReturn?: () => void;
}

/** The part of a `WebSocket` that is used. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'addEventListener'>;

export interface LiveOptions {
  /** Opens a socket; undefined when the caller may not have one. */
  readonly connect: () => Socket | undefined;
  /** Whether the caller may listen to a topic. Others are not asked for: the service would close the connection. */
  readonly isAllowed: (topic: string) => boolean;
}

export interface Live {
  /** Whether the events of all these topics arrive now. */
  serves(topics: readonly string[]): boolean;
  /** The socket is connected while anything listens. @returns ends the listening */
  listen(listener: LiveListener): () => void;
  /** Calls a function whenever the connection begins or ends. @returns ends it */
  readonly watch: (onChange: () => void) => () => void;
  /** Ends the connection, if there is one, and opens another one. */
  reconnect(): void;
}

const OPEN = 1;
const RETRY_MS = 1000;
const RETRY_MS_MAX = 30_000;
/** A screen that follows another one listens to much the same: the socket is kept between them. */
const LINGER_MS = 2000;
/** A service that refuses a connection gives no reason to a page. After so many without any success it is left alone. */
const FAILURES_MAX = 3;

export function makeLive({ connect, isAllowed }: LiveOptions): Live {
  const listeners = new Set<LiveListener>();
  const watchers = new Set<() => void>();
  let socket: Socket | undefined;
  let isOpen = false;
  let wasOpen = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setOpen = (value: boolean): void => {
    if (isOpen === value) return;
    isOpen = value;
    for (const onChange of watchers) onChange();
  };
  const listTopics = (): string[] => [...new Set([...listeners].flatMap((listener) => listener.topics))].filter(isAllowed).toSorted();
  const subscribe = (): void => {
    const topics = listTopics();
    if (socket?.readyState === OPEN) socket.send(JSON.stringify({ type: 'subscribe', topics }));
  };
  const receive = (data: unknown): void => {
    const event = readEvent(data);
    if (event) for (const listener of listeners) if (listener.topics.includes(toTopic(event))) listener.onEvent(event);
  };
  const open = (): void => {
    if (socket || listTopics().length === 0) return;
    const opened = connect();
    if (!opened) return;
    socket = opened;
    opened.addEventListener('open', () => {
      failures = 0;
      subscribe();
      setOpen(true);
      if (wasOpen) for (const listener of listeners) listener.onReturn?.();
      wasOpen = true;
    });
    opened.addEventListener('message', ({ data }) => receive(data));
    opened.addEventListener('close', () => {
      if (socket !== opened) return;
      socket = undefined;
      setOpen(false);
      failures += 1;
      if (!wasOpen && failures >= FAILURES_MAX) return;
      timer = setTimeout(open, Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** (failures - 1)));
    });
  };
  const close = (): void => {
    clearTimeout(timer);
    const closed = socket;
    socket = undefined;
    wasOpen = false;
    failures = 0;
    setOpen(false);
    closed?.close();
  };
  return {
    serves: (topics) => isOpen && topics.every(isAllowed),
    listen(listener) {
      listeners.add(listener);
      clearTimeout(timer);
      open();
      subscribe();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return subscribe();
        clearTimeout(timer);
        timer = setTimeout(close, LINGER_MS);
      };
    },
    watch: (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    reconnect() {
      close();
      open();
    },
  };
}

/** Events of a project go out under a topic of its own. */
function toTopic({ type, project_id: projectId }: LiveEvent): string {
  return type === 'project' ? `project:${String(projectId)}` : type;
}

function readEvent(data: unknown): LiveEvent | undefined {
  try {
    const event = JSON.parse(String(data)) as unknown;
    return typeof event === 'object' && event !== null && 'type' in event ? (event as LiveEvent) : undefined;
  } catch {
    return undefined;
  }
}
