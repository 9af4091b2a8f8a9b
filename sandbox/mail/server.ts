import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { FaultBoard, FaultDecision } from '../control/faults.ts';
import type { Mailbox } from './mailbox.ts';

export interface MailServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface MailServerTools {
  readonly mailbox: Mailbox;
  readonly faults: FaultBoard;
  readonly now: () => number;
}

const REPLIES: Readonly<Record<string, readonly [code: number, text: string]>> = {
  smtp_451: [451, '4.7.1 Greylisted, try again later'],
  smtp_550: [550, '5.1.1 No such mailbox here'],
};

/** Takes every mail, from everyone, without encryption: it listens where the sandbox does, on loopback. */
export async function startMailServer(host: string, { mailbox, faults, now }: MailServerTools): Promise<MailServer> {
  let receivers = 0;
  const decisions = new Map<string, FaultDecision>();
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onRcptTo: ({ address }, session, done) => {
      receivers += 1;
      const decision = faults.decide(`smtp:${address}`, receivers, 'mail');
      decisions.set(session.id, decision);
      const refusal = REPLIES[decision.kind];
      done(refusal === undefined ? null : Object.assign(new Error(refusal[1]), { responseCode: refusal[0] }));
    },
    onData: (stream, session, done) => callbackify(takeMessage)(session, stream, (error) => done(error, 'taken')),
    onClose: ({ id }) => void decisions.delete(id),
  });

  const takeMessage = async (session: SMTPServerSession, stream: NodeJS.ReadableStream): Promise<void> => {
    const { kind, delayMs } = decisions.get(session.id) ?? { kind: 'none', delayMs: 0 };
    if (kind === 'reset') return breakOff(server, session);
    const raw = await buffer(stream);
    const { mailFrom, rcptTo } = session.envelope;
    const keep = (): void =>
      mailbox.keep({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address), raw, at: now() });
    if (kind !== 'lost_answer') {
      await sleep(delayMs, undefined, { ref: false });
      return keep();
    }
    // Taken, and the client never hears of it.
    keep();
    await sleep(delayMs, undefined, { ref: false });
    breakOff(server, session);
  };

  server.on('error', () => undefined);
  const listener = server.listen(0, host);
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: async () => {
      for (const { _socket: socket } of server.connections) socket.destroy();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

function breakOff({ connections }: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of connections) if (connection.id === id) connection._socket.destroy();
}
