import { request, type Agent } from 'node:http';

/** A call that the sandbox makes to whoever wanted to be told. */
export interface OutgoingCall {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

export interface OutgoingAnswer {
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
}

const TEXT_MAX = 500;

/**
 * Makes a call on a connection of the agent. A kept connection that the receiver has closed in the
 * meantime is no failure of his: the call is made once more.
 * @throws Error when there was no answer within the time
 */
export async function call(agent: Agent, outgoing: OutgoingCall, timeoutMs: number): Promise<OutgoingAnswer> {
  const first = await attempt(agent, outgoing, timeoutMs);
  const last = first === 'stale' ? await attempt(agent, outgoing, timeoutMs) : first;
  if (last === 'stale') throw new Error('the connection was closed');
  return last;
}

function attempt(agent: Agent, { method, url, headers, body }: OutgoingCall, timeoutMs: number): Promise<OutgoingAnswer | 'stale'> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { ...headers, 'content-length': body.length } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        if (text.length < TEXT_MAX) text += part;
      });
      response.on('end', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, text: text.slice(0, TEXT_MAX) });
      });
      response.on('error', fail);
    });
    const timer = setTimeout(() => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    const fail = (error: NodeJS.ErrnoException): void => {
      clearTimeout(timer);
      if (sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) resolve('stale');
      else reject(error);
    };
    sent.on('error', fail);
    sent.end(body);
  });
}
