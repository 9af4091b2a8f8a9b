import { connect } from 'node:net';

/**
 * `ok`: as it should be. `absent`: not set or not there, which may be intended. `warning`: it works, and
 * an operator should check it. `wrong`: it does not work.
 */
export type FindingState = 'ok' | 'absent' | 'warning' | 'wrong';

export interface Finding {
  readonly subject: string;
  readonly state: FindingState;
  /** What was found. */
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export const ok = (subject: string, text: string): Finding => ({ subject, state: 'ok', text });
export const absent = (subject: string, text: string, remedy?: string): Finding => toFinding('absent', subject, { text, remedy });
export const warning = (subject: string, text: string, remedy: string): Finding => toFinding('warning', subject, { text, remedy });
export const wrong = (subject: string, text: string, remedy: string): Finding => toFinding('wrong', subject, { text, remedy });

function toFinding(state: FindingState, subject: string, { text, remedy }: { text: string; remedy: string | undefined }): Finding {
  return { subject, state, text, ...(remedy === undefined ? {} : { remedy }) };
}

const CONNECT_TIMEOUT_MS = 3_000;

/** Whether anything takes a connection there; why not, else. */
export async function findConnectProblem(host: string, port: number): Promise<string | undefined> {
  return await new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
    const end = (problem: string | undefined): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.once('connect', () => end(undefined));
    socket.once('timeout', () => end(`no answer within ${CONNECT_TIMEOUT_MS} ms`));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}

/** Host, port and path of an address, without what may be secret. */
export function toShownAddress(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname === '/' ? '' : pathname}`;
}

/** An hour and a half as `1 h 30 min` would be too fine: clocks are off by seconds or by days. */
export function toSpanText(ms: number): string {
  const seconds = Math.abs(ms) / 1000;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}
