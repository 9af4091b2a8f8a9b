import type { CallEntry } from '../control/call-log.ts';
import type { ProviderReply } from '../provider/engine.ts';
import { wrapFailure } from '../provider/envelope.ts';
import { envelopeReply, jsonReply, type Reply } from '../reply.ts';
import { changeLayout } from '../spoil.ts';
import type { AnswerOptions, OutsideHost, OutsideRequest, OutsideTools } from './host.ts';

/** The search-data provider, under every host that is nothing else. */
export const provider: OutsideHost = {
  name: 'provider',
  scope: 'provider',
  matches: () => true,
  answer,
  answerEmpty: (tools, request, { entry }) => answer(tools, request, { entry, fault: { isEmpty: true } }),
  refuse: (tools, status) =>
    status === 500
      ? jsonReply(500, wrapFailure(50_000), offsetHeader(tools))
      : jsonReply(429, wrapFailure(40_202), { 'retry-after': '1', ...offsetHeader(tools) }),
};

function answer(tools: OutsideTools, request: OutsideRequest, { entry, fault, hasOtherLayout = false }: AnswerOptions): Reply {
  const { status, headers, envelope } = charge(tools.engine.handle(request, fault), entry);
  return envelopeReply(status, hasOtherLayout ? changeLayout(envelope) : envelope, { ...headers, ...offsetHeader(tools) });
}

function charge(reply: ProviderReply, entry: CallEntry): ProviderReply {
  entry.cost_usd = reply.envelope.cost;
  entry.paid_tasks = (reply.envelope.tasks ?? []).filter(({ cost }) => cost > 0).length;
  return reply;
}

/** The service keeps its date by this. */
function offsetHeader({ clock }: OutsideTools): Record<string, string> {
  return { 'x-sandbox-offset-ms': String(clock.offsetMs()) };
}
