export interface FaultKind {
  readonly kind: string;
  /** What happens to the calls. */
  readonly text: string;
}

/** The faults that are asked for most; the sandbox knows more. */
export const FAULT_KINDS: readonly FaultKind[] = [
  { kind: 'http_500', text: 'The status 500, and nothing is done' },
  { kind: 'http_429', text: 'The status 429, which asks to wait a second' },
  { kind: 'http_403', text: 'The status 403 without a body' },
  { kind: 'provider_50000', text: "The provider's own error in a good answer" },
  { kind: 'timeout', text: 'No answer, and nothing is done' },
  { kind: 'slow', text: 'The answer comes late' },
  { kind: 'reset', text: 'The connection breaks, and nothing is done' },
  { kind: 'lost_answer', text: 'The work is done and charged, then the connection breaks' },
  { kind: 'malformed', text: 'The answer is no JSON' },
  { kind: 'empty', text: 'An answer without results' },
  { kind: 'layout_change', text: 'A page whose elements have moved' },
];

interface Fault {
  readonly match: string;
  readonly kind: string;
}

/** The faults that stay when one of a kind is turned off. The sandbox can only clear all of them. */
export function withoutFault<Known extends Fault>(faults: readonly Known[], { match, kind }: Fault): Known[] {
  return faults.filter((fault) => fault.match !== match || fault.kind !== kind);
}
