import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { callService, type ServiceAddress, type ServiceRequest } from '../remote/call-service.ts';
import type { Json } from '../remote/remote-command.ts';
import { toMapping, type MappingFlags } from './mapping.ts';
import { withSerpBear } from './serpbear.ts';
import { uploadFile } from './upload.ts';
import { withWholeDatabase } from './whole-database.ts';

export interface MoveInFlags extends ServiceAddress, MappingFlags {
  readonly project: string;
  readonly kind?: string;
  /** Of a running SerpBear, whose address stands in place of the file. */
  readonly serpbearKey?: string;
  readonly acceptRejects?: true;
  /** How often keywords are checked from now on. */
  readonly track?: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

const POLL_MS = 500;

/** How the user is spoken to; tests answer for them. */
export interface MoveInTalk {
  readonly say: (text: string) => void;
  /** Undefined: there is no one to ask. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}

const TERMINAL: MoveInTalk = {
  say: (text) => void process.stdout.write(`${text}\n`),
  ask: process.stdin.isTTY ? askTerminal : undefined,
};

/**
 * Uploads a file, shows what would become of it, and has it written. What is not written is deleted again.
 * @throws RefusedError when the service refuses; Error when the file cannot be read, or the commit fails
 */
export async function runMoveIn(file: string, flags: MoveInFlags, talk: MoveInTalk = TERMINAL): Promise<void> {
  if (!/^https?:\/\//u.test(file)) return await withWholeDatabase(file, (whole) => bringFile(whole, flags, talk));
  if (flags.serpbearKey === undefined) throw new Error('Say the APIKEY of that SerpBear: --serpbear-key.');
  await withSerpBear({ address: file, apiKey: flags.serpbearKey }, (saved) => bringFile(saved, flags, talk));
}

async function bringFile(file: string, flags: MoveInFlags, talk: MoveInTalk): Promise<void> {
  const call = async (request: ServiceRequest): Promise<Json> => (await callService(request, flags)) as Json;
  const said = toMapping(flags);
  const id = await uploadFile(file, flags, call);
  const path = `/api/imports/${id}`;
  let isKept = false;
  try {
    const { import: found } = await call({ method: 'POST', path: `${path}/detect` });
    describeFound(found, talk);
    await call({ method: 'PUT', path: `${path}/mapping`, body: { ...found.mapping, ...said } });
    const { preview } = await call({ method: 'GET', path: `${path}/preview` });
    describePreview(preview, talk);
    const body = { accept_rejects: flags.acceptRejects === true };
    await call({ method: 'POST', path: `${path}/commit`, body: { ...body, dry_run: true } });
    if (!(await isWanted(flags, talk))) return talk.say('Nothing was written.');
    await call({ method: 'POST', path: `${path}/commit`, body });
    isKept = true;
    await waitForEnd(() => call({ method: 'GET', path }), talk);
    if (flags.track !== undefined)
      describeTracked(await call({ method: 'POST', path: `${path}/track`, body: { check_interval: flags.track } }), talk);
    talk.say(`DELETE ${path} undoes it, at any time.`);
  } finally {
    if (!isKept) await call({ method: 'DELETE', path });
  }
}

function describeFound({ kind, detection }: Json, { say }: MoveInTalk): void {
  say(`${String(kind)}: ${String(detection.why)}`);
  for (const note of detection.notes) say(`  ${String(note)}`);
}

function describePreview(
  { keywords, days, first_day: first, last_day: last, points, rejected, tokens, monthly_cost_usd: cost, ...doubles }: Json,
  { say }: Pick<MoveInTalk, 'say'>,
): void {
  say(`${keywords.new + keywords.known} keywords, ${keywords.known} of them tracked; ${days} days from ${first} to ${last}`);
  if (cost !== null) say(`checking them every day costs at most $${Number(cost).toFixed(2)} a month`);
  say(`${points.ranked} places, ${points.not_found} not found, ${points.unknown} unknown`);
  say(`${rejected} rows rejected, ${doubles.duplicates} twice, ${doubles.conflicts} twice with another place`);
  describeBeside(doubles, { say });
  for (const { token, count } of tokens) say(`  "${String(token)}" stands ${count} times where a place is expected`);
}

/** What the file says beside positions; a service of before says nothing of it. */
function describeBeside({ keyword_facts: facts, notes, totals }: Json, { say }: Pick<MoveInTalk, 'say'>): void {
  if (facts?.tagged > 0 || facts?.starred > 0)
    say(`${facts.tagged} keywords with tags, ${facts.starred} with a star: --track takes them over`);
  if (facts?.volumes > 0) say(`${facts.volumes} keywords with searches a month`);
  if (facts?.ranges > 0) say(`${facts.ranges} keywords with a range of searches a month, which is no exact figure`);
  if (notes > 0) say(`${notes} notes, which become annotations`);
  for (const { table, rows, clicks, impressions } of totals ?? [])
    say(`totals by ${table}: ${clicks} clicks, ${impressions} impressions in ${rows} rows, not made into days`);
}

function describeTracked({ keywords_tracked: all, keywords_new: begun, keywords_refused: refused }: Json, { say }: MoveInTalk): void {
  say(`${all} keywords are tracked, ${begun} of them from now on; ${refused} cannot be`);
}

async function isWanted({ dryRun, yes }: MoveInFlags, { say, ask }: MoveInTalk): Promise<boolean> {
  if (dryRun === true) return false;
  if (yes === true) return true;
  if (ask !== undefined) return /^y(?:es)?$/iu.test((await ask('Write it? [y/N] ')).trim());
  say('There is no terminal to ask: --yes writes it.');
  return false;
}

async function waitForEnd(look: () => Promise<Json>, { say }: MoveInTalk): Promise<void> {
  for (;;) {
    const { import: record } = await look();
    if (record.status === 'committed') return say(`${record.points} points are written.`);
    if (record.status !== 'committing') throw new Error(`The import is ${record.status}: ${record.error ?? 'no reason is known'}`);
    await sleep(POLL_MS);
  }
}

async function askTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}
