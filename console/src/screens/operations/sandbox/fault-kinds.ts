export interface FaultKind {
  readonly kind: string;
  /** What happens to the calls. */
  readonly text: string;
}

/** The faults that are asked for most; the sandbox knows more. */
export const FAULT_KINDS: readonly FaultKind[] = [
  { kind: 'http_500', text: 'Status 500; the call has no effect' },
  { kind: 'http_429', text: 'Status 429, asking to wait a second' },
  { kind: 'http_403', text: 'Status 403 without a body' },
  { kind: 'provider_50000', text: "The provider's own error in a 200 response" },
  { kind: 'timeout', text: 'No answer; the call has no effect' },
  { kind: 'slow', text: 'A late answer' },
  { kind: 'reset', text: 'The connection breaks; the call has no effect' },
  { kind: 'lost_answer', text: 'The work is done and charged, then the connection breaks' },
  { kind: 'malformed', text: 'The answer is not JSON' },
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
