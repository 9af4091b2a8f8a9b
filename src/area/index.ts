/**
 * The manifest of an area: all that the rest of the house must know of it, as one value. `areas/index.ts` is
 * the array of them; engines, archive, copy, health, jobs, documents and tests read it.
 */
import type { AppContext, AppEndpoint, AppWorkflow } from '#context';
import type { LiveTopic } from '#kernel/live.ts';
import { makePurchases, type Purchases } from '#purchases/engine.ts';
import type { Question } from '#purchases/question.ts';
import type { ServicePrice } from '#providers/services.ts';
import type { ArchiveTables } from '#stores/archive/archive-table.ts';
import type { CopySource } from '#stores/copy-types.ts';
import type { MessageKind } from '#workflows/queues/messages.ts';
import type { Queue } from '#workflows/queues/queues.ts';
import type { Schedule } from '#workflows/schedules/schedules.ts';
import { inListOrder, type AssistantTool } from './assistant-tool.ts';
import type { HealthCheck } from './health-check.ts';
import { makeJobTypes, type JobType, type JobTypes } from './job-type.ts';
import type { Setting } from './setting.ts';

export interface Area {
  /** Its folder in `areas`. */
  readonly name: string;
  /** A sentence on its endpoints, for the document of the API. */
  readonly summary: string;
  /** Where a reader of the document needs it: lower comes first; without it, last. `areas/index.ts` has the order of all. */
  readonly readingOrder?: number;
  readonly endpoints?: readonly AppEndpoint[];
  readonly workflows?: readonly AppWorkflow[];
  /** What its workflows run on, and what holds messages for workflows that are not there yet. */
  readonly queues?: readonly Queue[];
  readonly messages?: readonly MessageKind[];
  readonly schedules?: readonly Schedule[];
  /** What it asks through the provider's queue. */
  readonly questions?: readonly Question[];
  readonly jobTypes?: readonly JobType[];
  /** Rows of ClickHouse that can be made again from PostgreSQL. */
  readonly copySources?: readonly CopySource[];
  /** Every table that the area owns, in either store, and how it goes into an archive. */
  readonly tables: ArchiveTables;
  readonly healthChecks?: readonly HealthCheck[];
  readonly settings?: readonly Setting[];
  /** Under what its calls to the outside are booked, beside the services of the providers (`src/providers/index.ts`). */
  readonly services?: readonly ServicePrice[];
  /** What assistants do with it (`docs/assistants.md`). */
  readonly assistantTools?: readonly AssistantTool[];
  /** What it publishes on the live socket, or will (`docs/events.md`, "The live socket"). */
  readonly liveTopics?: readonly LiveTopic[];
  /** Tables of other areas that its statements read, beside what those offer as functions. */
  readonly reads?: readonly string[];
  /** What workers do all the time beside their workflows. Each returns how to stop it. */
  readonly keepers?: readonly ((ctx: AppContext) => () => Promise<void>)[];
}

/** Checks the shape of a manifest where it is written. */
export function defineArea(area: Area): Area {
  return area;
}

/** What all areas bring, each kind as one list in their order. */
export interface JoinedAreas {
  /** In the order in which a reader of the document needs them. */
  readonly endpoints: readonly AppEndpoint[];
  /** The summary of each area that serves endpoints. */
  readonly tags: Readonly<Record<string, string>>;
  readonly workflows: readonly AppWorkflow[];
  readonly queues: readonly Queue[];
  readonly messages: readonly MessageKind[];
  readonly schedules: readonly Schedule[];
  /** Parts of all areas that verbs of each may use: the types of jobs, the engine that buys answers, and the tools of assistants. */
  readonly common: { readonly jobTypes: JobTypes; readonly purchases: Purchases; readonly assistantTools: readonly AssistantTool[] };
  /** By name. */
  readonly liveTopics: readonly LiveTopic[];
  readonly keepers: readonly ((ctx: AppContext) => () => Promise<void>)[];
}

const LAST = 1_000;

export function joinAreas(areas: readonly Area[]): JoinedAreas {
  const read = areas.toSorted((one, other) => (one.readingOrder ?? LAST) - (other.readingOrder ?? LAST));
  const serving = read.filter(({ endpoints = [] }) => endpoints.length > 0);
  return {
    endpoints: orderForReaders(serving),
    tags: Object.fromEntries(serving.map(({ name, summary }) => [name, summary])),
    workflows: areas.flatMap(({ workflows = [] }) => workflows),
    queues: areas.flatMap(({ queues = [] }) => queues),
    messages: areas.flatMap(({ messages = [] }) => messages),
    schedules: areas.flatMap(({ schedules = [] }) => schedules),
    common: {
      jobTypes: makeJobTypes(areas.flatMap(({ jobTypes = [] }) => jobTypes)),
      purchases: makePurchases(areas.flatMap(({ questions = [] }) => questions)),
      assistantTools: inListOrder(areas.flatMap(({ assistantTools = [] }) => assistantTools)),
    },
    liveTopics: areas.flatMap(({ liveTopics = [] }) => liveTopics).toSorted(),
    keepers: areas.flatMap(({ keepers = [] }) => keepers),
  };
}

/** Those of an area, then those of others that are read with it. */
function orderForReaders(areas: readonly Area[]): AppEndpoint[] {
  const all = areas.flatMap(({ name, endpoints = [] }) => endpoints.map((endpoint) => ({ endpoint, home: name })));
  const rank = ({ endpoint: { readWith }, home }: (typeof all)[number]): number =>
    areas.findIndex(({ name }) => name === (readWith ?? home)) * 2 + (readWith === undefined ? 0 : 1);
  return all.toSorted((one, other) => rank(one) - rank(other)).map(({ endpoint }) => endpoint);
}
