import { Agent } from 'undici';

/** A webhook call that the sandbox makes. */
export interface OutgoingCall {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface OutgoingAnswer {
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
}

export interface Caller {
  /** @throws Error when there was no answer within the time */
  call(outgoing: OutgoingCall): Promise<OutgoingAnswer>;
  close(): void;
}

const TEXT_MAX = 500;

/** Makes calls on kept connections, so many at most to one receiver. Of the clients there are, undici costs least. */
export function makeCaller(connectionsMax: number, timeoutMs: number): Caller {
  const agent = new Agent({ connections: connectionsMax, connectTimeout: timeoutMs, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return {
    async call({ method, url: { origin, pathname, search }, headers, body }) {
      const answer = await agent.request({ method, origin, path: pathname + search, headers, body });
      const text = await answer.body.text();
      return { status: answer.statusCode, text: text.slice(0, TEXT_MAX) };
    },
    close: () => void agent.destroy(),
  };
}
