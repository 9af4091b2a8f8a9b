import { countUsage, toUsd, writeAnswer, type Usage } from '../models/answers.ts';
import { embed, refuseBody } from '../models/embeddings.ts';
import { parseQuestion, PLAIN_MODEL, type Question } from '../models/question.ts';
import { think } from '../models/think.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { AnswerOptions, OutsideHost, OutsideRequest, OutsideTools } from './host.ts';
import { isPublicName } from './public-name.ts';

const PATH = /\/v1\/(chat\/completions|messages|embeddings|models)$/u;
const MODELS = ['sandbox-model', PLAIN_MODEL, 'sandbox-embedder'];

/** Language models and embeddings, under every address that is no site. No key is needed. */
export const models: OutsideHost = {
  name: 'models',
  loggedAs: 'models.sandbox',
  scope: 'models',
  matches: (_world, { hostname, path }) => !isPublicName(hostname) && PATH.test(path),
  answer,
  answerEmpty: (tools, request, { entry }) => answer(tools, request, { entry, isEmpty: true }),
  refuse: (_tools, status) =>
    status === 500
      ? jsonReply(500, { error: { message: 'The server had an error while processing your request.', type: 'server_error' } })
      : jsonReply(429, { error: { message: 'Rate limit reached.', type: 'rate_limit_error' } }, { 'retry-after': '1' }),
};

function answer({ world }: OutsideTools, request: OutsideRequest, { entry, mood, isEmpty = false }: AnswerOptions): Reply {
  const [, operation] = PATH.exec(request.path) ?? [];
  if (operation === 'models') return jsonReply(200, { object: 'list', data: MODELS.map((id) => ({ id, object: 'model' })) });
  if (request.method !== 'POST') return jsonReply(405, { error: { message: 'POST only' } }, { allow: 'POST' });
  const charge = (usage: Usage): void => {
    entry.model_usd = toUsd(usage);
  };
  if (operation === 'embeddings') {
    const { reply, usage } = embed(request.body);
    charge(usage);
    return reply;
  }
  const question: Question | string = parseQuestion(operation === 'messages' ? 'anthropic' : 'openai', request.body);
  if (typeof question === 'string') return refuseBody(question);
  const value = think(world, question, mood);
  const usage = countUsage(question, JSON.stringify(value));
  charge(usage);
  return writeAnswer({ question, value, usage, mood, isEmpty });
}
