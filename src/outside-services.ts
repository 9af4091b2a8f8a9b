import type { AppStore } from '#providers/app-store/index.ts';
import type { BucketDoor, ChannelDoor } from '#providers/index.ts';
import type { EntityStore } from '#providers/entity-store/index.ts';
import type { IdentityProviders } from '#providers/identity/index.ts';
import type { MailDoor } from '#providers/mail/index.ts';
import type { Spending } from '#providers/metering.ts';
import type { Names } from '#providers/names.ts';
import type { PageFetch } from '#providers/page-fetch/index.ts';
import type { Pictures } from '#providers/pictures/index.ts';
import type { SandboxControl } from '#providers/sandbox-control.ts';
import type { SearchConsole } from '#providers/search-console/index.ts';
import type { SearchData } from '#providers/search-data/index.ts';
import type { WebhookReceiver } from '#providers/webhook-receiver/index.ts';
import type { Finding } from './cli/doctor/finding.ts';
import type { ModelServices } from './model-services.ts';

/** What verbs have of the world outside, each as a port that its provider fills. */
export interface OutsideServices extends ModelServices {
  readonly spending: Spending;
  readonly searchData: SearchData;
  /** `store_a` by its own pages, lookup service and feeds. */
  readonly appStore: AppStore;
  /** The deprecated store outside, where one is configured. */
  readonly entityStore: EntityStore;
  /** The one door to pages of the web. */
  readonly pageFetch: PageFetch;
  /** Reads pictures of the web. */
  readonly pictures: Pictures;
  /** The one door for mail, where a mail server is set up; `sendMail` of the area mail sends durably. */
  readonly mail: MailDoor;
  /** Writes to buckets that people entered. */
  readonly bucketDoor: BucketDoor;
  /** Sends to where people want their messages. */
  readonly channelDoor: ChannelDoor;
  /** The identity providers of others, which people sign in by. */
  readonly identityProviders: IdentityProviders;
  /** Records of names, which prove whose a domain is. */
  readonly names: Names;
  /** What Google itself counts of the websites that people or service accounts let us read. */
  readonly searchConsole: SearchConsole;
  /** Where our own events are sent, where a receiver is configured. */
  readonly webhookReceiver: WebhookReceiver;
  /** The sandbox in whose world the service runs; undefined in the real one. */
  readonly sandboxControl: SandboxControl | undefined;
  /** Checks everything that the service needs, as `sightline doctor` does; what runs already is shared. */
  readonly examine: () => Promise<readonly Finding[]>;
}
