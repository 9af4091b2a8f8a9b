import { access, constants } from 'node:fs/promises';
import { readConfig, type Config } from '#config';

interface Finding {
  readonly subject: string;
  readonly state: 'ok' | 'absent' | 'wrong';
  readonly text: string;
}

/**
 * Says what is configured, what is reachable, and what to do about the rest. Changes nothing and
 * calls no paid source. Ends with 1 when something is wrong.
 */
export async function examine(): Promise<void> {
  const config = readConfig();
  const findings = [await findFolder(config), await findService(config), ...findSources(config)];
  for (const { subject, state, text } of findings) process.stdout.write(`${state.padEnd(6)}  ${subject.padEnd(20)}  ${text}\n`);
  if (findings.some((finding) => finding.state === 'wrong')) process.exitCode = 1;
}

async function findFolder({ dataDir }: Config): Promise<Finding> {
  const subject = 'data folder';
  try {
    await access(dataDir, constants.R_OK | constants.W_OK);
    return { subject, state: 'ok', text: dataDir };
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isAbsent) return { subject, state: 'absent', text: `${dataDir} is made at the first start` };
    return { subject, state: 'wrong', text: `${dataDir} cannot be written: check its owner, or set DATA_DIR` };
  }
}

async function findService({ host, port }: Config): Promise<Finding> {
  const subject = 'service';
  const url = `http://${host}:${port}/health`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) });
    const { status } = (await response.json()) as { status?: string };
    return { subject, state: status === 'ok' ? 'ok' : 'wrong', text: `${url} says ${status ?? 'nothing'}` };
  } catch {
    return { subject, state: 'absent', text: `nothing answers at ${url}; start it with: npm start` };
  }
}

/** What each absent setting means for the user. */
function findSources(config: Config): Finding[] {
  const toFinding = (subject: string, isThere: boolean, present: string, absent: string): Finding => ({
    subject,
    state: isThere ? 'ok' : 'absent',
    text: isThere ? present : absent,
  });
  const { dataforseo, llm } = config;
  return [
    toFinding('PostgreSQL', config.databaseUrl !== undefined, 'DATABASE_URL', 'embedded, inside the data folder'),
    toFinding('ClickHouse', config.clickhouseUrl !== undefined, 'CLICKHOUSE_URL', 'embedded, inside the data folder'),
    toFinding('sandbox', config.sandbox !== undefined, 'SANDBOX: every outside source is simulated', 'off'),
    toFinding(
      'search data',
      dataforseo.login !== undefined && dataforseo.password !== undefined,
      dataforseo.baseUrl,
      'set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD, or try SANDBOX=1',
    ),
    toFinding(
      'LLM',
      llm.baseUrl !== undefined && llm.model !== undefined,
      llm.baseUrl ?? '',
      'set LLM_BASE_URL and LLM_MODEL; without them classification stays on rules',
    ),
    toFinding('tokens', config.jwtSecret !== undefined, 'JWT_SECRET', 'set JWT_SECRET for the routes that take a token'),
  ];
}
