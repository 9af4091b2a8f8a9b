import type { z } from 'zod';
import type { ErrorCode } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Access } from './callers/access.ts';
import type { Attempts } from './limits/attempts.ts';
import type { Caller } from './caller.ts';
import type { Tokens } from './callers/jwt.ts';
import type { Metrics } from './metrics.ts';
import type { InvokeOperation } from './operations.ts';
import type { Right } from './rights.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The version of the data that an answer is made from. */
export interface DataVersion {
  /** Another one whenever the answer would be. */
  readonly tag: string;
  /**
   * For data that arrives by the second: while more of it is awaited, an answer that lacks only what has just arrived is given for some
   * seconds. One that lacks an edit never is.
   */
  readonly arriving?: {
    /** Another one whenever the answer would be by anything but an arrival. */
    readonly edits: string;
    readonly isMoreAwaited: () => Promise<boolean>;
  };
}

/**
 * A body with several documented forms. The form is chosen first and parsed alone, so that a
 * message names the missing field and not "no form matched".
 */
export interface BodyForms {
  readonly forms: Readonly<Record<string, z.ZodType>>;
  /** Names the form that the raw body is meant as. Gets whatever JSON was sent, and who sent it. */
  readonly choose: (raw: unknown, caller: Caller) => string;
}

/** A body that is taken as it came, whatever its type and encoding: the handler gets the bytes. */
export interface RawBody {
  readonly raw: true;
  /** For the document. */
  readonly description: string;
}

/** Whether a body is taken as it came. */
export function isRaw(body: z.ZodType | BodyForms | RawBody): body is RawBody {
  return 'raw' in body;
}

/** Whether a body has several forms. */
export function isForms(body: z.ZodType | BodyForms | RawBody): body is BodyForms {
  return 'forms' in body;
}

export interface Reply<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
  /** What answering cost; sent in headers. */
  readonly spent?: Spent;
}

/** What outside calls an answer was worth. */
export interface Spent {
  readonly costUsd: number;
  /** Nothing was asked for outside: everything was there already. */
  readonly isCached: boolean;
}

export interface Client {
  /** Behind proxies that are trusted. */
  readonly address: string;
  /** What the program calls itself. */
  readonly agent: string | undefined;
  /** The header `Host`: the name by which the service was asked. */
  readonly host: string | undefined;
  /** The header `Cookie` (`cookies.ts`). */
  readonly cookies: string | undefined;
}

/** How an answer that is no plain list becomes rows of CSV. */
export interface CsvRows {
  readonly columns: readonly string[];
  readonly listRows: (body: never) => Iterable<Readonly<Record<string, unknown>>>;
  /** Where one thing of the answer makes several rows, so that its `total` does not count them: whether all things that fit are in it. */
  readonly isWhole?: (body: never) => boolean;
}

/** What the engine adds to the application context for one request. */
export interface RequestScope {
  readonly caller: Caller;
  readonly requestId: string;
  /** Aborts when the client hangs up or the server stops. */
  readonly signal: AbortSignal;
  /** The process takes its last requests. */
  readonly isStopping: boolean;
  /** Where the call came from. */
  readonly client: Client;
  /** A header of the call by its name in lower case; the first one of several. */
  readonly headerOf: (name: string) => string | undefined;
  /** Counts tries to prove who one is. */
  readonly attempts: Attempts;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tokens: Tokens;
  /** Called once a revocation or change of a key, or the end of a session, is committed: this process looks it up again. */
  readonly forgetKey: (keyId: string) => void;
  /** Calls another operation of the service in the name of the caller. */
  readonly invoke: InvokeOperation;
}

/** An operation of the service as a value. Lists of these are served, documented and tested. */
export interface Endpoint<Context = unknown> {
  readonly method: Method;
  /** With `{name}` parameters, as the specification writes them. */
  readonly path: string;
  /** Section of the specification, for example `4.1`. */
  readonly spec: string;
  readonly area: string;
  /** The area among whose endpoints a reader of the document finds it, when that is not the one that serves it. */
  readonly readWith?: string;
  readonly summary: string;
  readonly description?: string;
  /** Who may call: the name of one of `ACCESS_KINDS`. */
  readonly access: Access;
  /** The right that a caller needs, unless it is the one that the method implies (`callers/access.ts`). */
  readonly right?: Right;
  /** Right that is enough for a bound caller, to whom the handler shows only what is their own. */
  readonly boundRight?: 'look';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType | BodyForms | RawBody;
  /** Schema per success status. Error bodies are documented by the engine. */
  readonly responses: Readonly<Record<number, z.ZodType>>;
  /** Failures that are this endpoint's own, for the document; those that its shape implies are known. */
  readonly failures?: readonly ErrorCode[];
  /** Media type of the success body; JSON unless given (then the body is a string or bytes). */
  readonly contentType?: string;
  /** Further ones, which the handler names in its headers. */
  readonly otherContentTypes?: readonly string[];
  /**
   * What becomes the rows of CSV (`csv-form.ts`): the name of the answer's list, where it has several or no pages, or
   * how rows are made. An answer with pages and one list of objects needs no word.
   */
  readonly rows?: string | CsvRows;
  /**
   * The content policy of a page (`Content-Security-Policy`), made from its text; without one the page may
   * load and run nothing. Answers with an error keep the strict policy.
   */
  readonly contentPolicy?: (page: string) => string;
  /** The body is large and never changes: it is sent packed to clients that take gzip. */
  readonly isPacked?: boolean;
  readonly bodyLimitBytes?: number;
  /** Whether `Idempotency-Key` is honoured; true for every POST unless said otherwise. */
  readonly idempotent?: boolean;
  /**
   * For access `webhook`, whose callers prove themselves by something in the address: whether this one
   * does, asked before the body is read. If not, the answer is 401.
   */
  readonly verify?: (context: Context, query: Readonly<Record<string, unknown>>) => Promise<boolean>;
  /** The answer shows a secret: what is kept of it for `Idempotency-Key` is encrypted. */
  readonly hasSecretReply?: boolean;
  /** Fields of the body restrict what is granted, so a field of another name is 400 (`known-fields.ts`). */
  readonly refusesUnknown?: true;
  /** The answer says in headers what it cost. */
  readonly spends?: boolean;
  /** A GET for which something can be bought, which the document says as `x-can-spend`: with a cookie it is answered for pages of this service only. */
  readonly canSpend?: true;
  /** Whether the audit log records calls; it does where the admin scope is needed and the method is not GET. */
  readonly audited?: boolean;
  /** What the audit log says of a call beside the path's parameters: no secrets, and nothing long. */
  readonly subjectOf?: (input: never, body: never) => Readonly<Record<string, unknown>>;
  /** Takes keys only, no session cookie: a GET that changes something, which any page could have a browser send. */
  readonly refusesSessions?: true;
  /** People who are signed in must have proved within the last ten minutes who they are (`step-up.ts`). Programs need no more than their key. */
  readonly needsStepUp?: true;
  /** Is answered for a person who must set a second factor up first (`Caller.mustSetUpFactor`). */
  readonly worksWithoutFactor?: true;
  /** Whether calls count against rate limits; true unless said otherwise. */
  readonly rateLimited?: boolean;
  /** As how many requests of its minute a call of a known caller counts; 1 unless given. */
  readonly countsAs?: number;
  /**
   * The path takes WebSocket connections: a plain request is answered 426, and the handler is never called. `true`: for operators, who
   * get all topics; else for every caller, with a function that says which of some projects the caller sees.
   */
  readonly socket?: true | ((context: Context & Pick<RequestScope, 'caller'>, projectIds: readonly string[]) => Promise<readonly string[]>);
  readonly deprecated?: { readonly since: string; readonly sunset: string };
  /**
   * The version of the data that the answer is made from, found with less work than the answer: its tag is sent as `ETag`. A client
   * that names it in `If-None-Match` is answered 304, and answers are handed on to callers who may see the same
   * (`answer-memory.ts`), without a call of `handle`; so it refuses whom `handle` refuses. `undefined`: has none.
   */
  readonly version?: (context: Context & RequestScope, input: never) => Promise<DataVersion | undefined>;
  /**
   * Many ask the same at once and no version is cheaper than the answer: it is made once for all who ask while another is made
   * and may see the same. A GET whose answer depends on nothing else of the caller, and that needs no `signal`.
   */
  readonly isShared?: true;
  // Input types are known to `defineEndpoint`; the engine hands over what the schemas gave.
  readonly handle: (context: Context & RequestScope, input: never) => Promise<Reply<unknown>>;
}

type OutputOf<Schema> = Schema extends z.ZodType<infer Output> ? Output : undefined;
type BodyOf<Body> = Body extends RawBody ? Buffer : Body extends BodyForms ? OutputOf<Body['forms'][keyof Body['forms']]> : OutputOf<Body>;

export interface EndpointInput<Params, Query, Body> {
  readonly params: OutputOf<Params>;
  readonly query: OutputOf<Query>;
  readonly body: BodyOf<Body>;
}

type Definition<Context, Params, Query, Body, Responses extends Readonly<Record<number, z.ZodType>>> = Omit<
  Endpoint<Context>,
  'params' | 'query' | 'body' | 'responses' | 'subjectOf' | 'version' | 'handle'
> & {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly responses: Responses;
  readonly subjectOf?: (
    input: EndpointInput<Params, Query, Body>,
    body: z.input<Responses[keyof Responses]>,
  ) => Readonly<Record<string, unknown>>;
  readonly version?: (context: Context & RequestScope, input: EndpointInput<Params, Query, Body>) => Promise<DataVersion | undefined>;
  readonly handle: (
    context: Context & RequestScope,
    input: EndpointInput<Params, Query, Body>,
  ) => Promise<Reply<z.input<Responses[keyof Responses]>>>;
};

/** Makes the typed constructor for endpoints over one application context. */
export function makeDefineEndpoint<Context>() {
  return function defineEndpoint<
    Responses extends Readonly<Record<number, z.ZodType>>,
    Params extends z.ZodType | undefined = undefined,
    Query extends z.ZodType | undefined = undefined,
    Body extends z.ZodType | BodyForms | RawBody | undefined = undefined,
  >(definition: Definition<Context, Params, Query, Body, Responses>): Endpoint<Context> {
    return definition as unknown as Endpoint<Context>;
  };
}
