import type { z } from 'zod';
import type { AppContext, WorkflowContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import type { Channel } from '../channel.ts';
import type { Notice } from '../notice.ts';

/** What a kind makes a message with, beside the notice and its configuration. */
export interface Sending {
  /** The same at every try, so that a receiver knows what it has already. */
  readonly id: string;
  readonly sentAt: Date;
  /** The whole address of a path of the console. */
  readonly toUrl: (path: string) => string;
  /** Of a kind that signs: the newest first, two while one is being replaced. */
  readonly signingSecrets: readonly string[];
}

/** A POST. */
export interface ChannelRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ChannelAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** At most 16 KB of it. */
  readonly text: string;
}

/** What an answer means: `again` after the wait that the receiver names, or ours; `gone` turns the channel off. Errors hold no secret. */
export type Verdict =
  | { readonly is: 'taken' }
  | { readonly is: 'again'; readonly error: string; readonly retryAfterMs?: number | undefined }
  | { readonly is: 'never'; readonly error: string }
  | { readonly is: 'gone'; readonly error: string };

/** It is on its way, and `send` is asked again: after a second, or in its time when that is more than 15 seconds. No try is counted. */
export interface Waiting {
  readonly is: 'wait';
  readonly waitMs: number;
}

/** Most messages of one channel: what receivers allow. `burst` of them may follow each other at once; 1: each waits for the one before. */
export interface SendLimits {
  readonly perSecond?: number | undefined;
  readonly perMinute?: number | undefined;
  readonly burst: number;
}

/** What an own way of sending is given. */
export interface OwnSending extends Sending {
  readonly channel: SavedChannel;
  /** Counted up by each time that the message is sent again by hand. */
  readonly round: number;
}

export type SavedChannel = Pick<Channel, 'id' | 'name' | 'organizationId' | 'projectId'>;
export type SavingContext = Pick<AppContext, 'clock' | 'consoleUrl' | 'workflows' | 'secrets' | 'mail'>;

/** How one kind of channel is set up and sent to. The engine keeps secrets, tries, limits and what became of it. */
export interface ChannelKind<Config extends z.ZodObject = z.ZodObject> {
  /** In lower case; never changes. */
  readonly kind: string;
  /** For the document: what it is and what it needs. */
  readonly summary: string;
  /** What its owner enters, under the names of the wire: texts for what is secret. */
  readonly config: Config;
  /** Fields that are sealed, and never answered. */
  readonly secretFields: readonly (keyof z.output<Config> & string)[];
  readonly limits: SendLimits;
  /** Where it leads to as it may be shown: `https://hooks.example.com/…`. */
  mask(config: z.output<Config>): string;
  /** Web addresses in the configuration, by field: they must be public, and https outside the sandbox. */
  listAddresses?(config: z.output<Config>): Readonly<Record<string, string>>;
  /** A signing secret is made for it, shown once, and can be rotated. */
  readonly isSigned?: true;
  /** It is read by a token, and nothing is sent: a message is there at once. */
  readonly isFeed?: true;
  /** The message as a POST; left out by kinds that send by `send`, and by feeds. */
  toRequest?(notice: Notice, config: z.output<Config>, sending: Sending): ChannelRequest;
  /** What the answer to it means; `judgeAnswer` unless given. Never called for a redirect, which is `never`. */
  judgeAnswer?(answer: ChannelAnswer): Verdict;
  /** Another way than a POST, such as mail. It may run again with the same id after a crash. */
  send?(ctx: WorkflowContext, notice: Notice, config: z.output<Config>, sending: OwnSending): Promise<Verdict | Waiting>;
  /** What follows when its configuration or name was set, with the transaction. */
  afterSave?(ctx: SavingContext, tx: Transaction, channel: SavedChannel, config: z.output<Config>): Promise<void>;
}

/** Checks a kind where it is written, and forgets its type. */
export function defineChannelKind<Config extends z.ZodObject>(kind: ChannelKind<Config>): ChannelKind {
  return kind as unknown as ChannelKind;
}
