import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { readConfig } from '#config';
import { CHART, mergeValues, readValues, readYaml, renderChart, type Resource } from '../support/chart.ts';
import { readDocument, readManifest } from './documents.ts';

const EXAMPLES = ['minimal', 'full'] as const;
const schema = JSON.parse(readDocument(`${CHART}/values.schema.json`).text) as object;
const validate = new Ajv({ strict: false }).compile(schema);

function readExample(name: (typeof EXAMPLES)[number]): unknown {
  return mergeValues(readValues(), readYaml(`${CHART}/ci/${name}-values.yaml`));
}

function listVariables(): string[] {
  return [...readDocument('.env.example').text.matchAll(/^([A-Z][A-Z0-9_]*)=/gmu)].map((match) => match[1] ?? '');
}

/** Every pod template, with the resource that it belongs to. */
function listPods(resources: readonly Resource[]): { owner: Resource; spec: Resource; labels: Record<string, string> }[] {
  return resources
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((owner) => ({ owner, spec: owner.spec.template.spec, labels: owner.spec.template.metadata.labels }));
}

const find = (resources: readonly Resource[], kind: string): Resource[] => resources.filter((resource) => resource.kind === kind);

test('the chart has the version of the package', () => {
  const { appVersion, version } = readYaml<{ appVersion: string; version: string }>(`${CHART}/Chart.yaml`);
  const manifest = JSON.parse(readDocument('package.json').text) as { version: string };
  assert.deepEqual([appVersion, version], [manifest.version, manifest.version]);
  assert.ok(readManifest().scripts['start']);
});

test('its schema takes its values and the examples, and refuses mistakes', () => {
  assert.ok(validate(readValues()), JSON.stringify(validate.errors));
  for (const name of EXAMPLES) assert.ok(validate(readExample(name)), JSON.stringify(validate.errors));
  for (const wrong of [
    { api: { replica: 3 } },
    { config: { ROLE: 'all' } },
    { config: { DATAFORSEO_PASSWORD: 'x' } },
    { service: { port: 0 } },
    { terminationGracePeriodSeconds: 10 },
    { image: { repository: '' } },
    { secrets: { PORT: '1' } },
  ])
    assert.equal(validate(mergeValues(readValues(), wrong)), false, JSON.stringify(wrong));
});

test('names in the schema are variables of the service', () => {
  const text = readDocument(`${CHART}/values.schema.json`).text;
  const named = new Set(text.match(/"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*"/gu)?.map((name) => name.slice(1, -1)));
  assert.ok(named.size > 12);
  assert.deepEqual(
    [...named].filter((name) => !listVariables().includes(name)),
    [],
  );
});

test('every value that a template reads is there, and every value is read', () => {
  const values = readValues();
  const read = new Set(EXAMPLES.flatMap((name) => [...renderChart(readExample(name)).paths]));
  const has = (path: string): boolean =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], values) !== undefined;
  assert.deepEqual(
    [...read].filter((path) => !path.startsWith('secrets.') && !has(path)),
    [],
  );
  const listLeaves = (value: unknown, path: string): string[] => {
    if (read.has(path)) return [];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
    return Object.entries(value).flatMap(([name, inner]) => listLeaves(inner, path === '' ? name : `${path}.${name}`));
  };
  assert.deepEqual(listLeaves(values, ''), []);
});

test('without the needed secrets it says which', () => {
  assert.throws(() => renderChart(readValues()), /set secrets\.DATABASE_URL, or existingSecret/u);
});

for (const name of EXAMPLES) {
  const { resources, notes } = renderChart(readExample(name));

  test(`${name}: every resource has a name, a kind of a known version, and the labels of the release`, () => {
    const versions: Record<string, string> = {
      ConfigMap: 'v1',
      Secret: 'v1',
      Service: 'v1',
      Deployment: 'apps/v1',
      Job: 'batch/v1',
      Ingress: 'networking.k8s.io/v1',
      HorizontalPodAutoscaler: 'autoscaling/v2',
      PodDisruptionBudget: 'policy/v1',
    };
    for (const { apiVersion, kind, metadata } of resources) {
      assert.equal(apiVersion, versions[kind], kind);
      assert.match(metadata.name, /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u);
      assert.equal(metadata.labels['app.kubernetes.io/instance'], 'test');
    }
    assert.equal(new Set(resources.map(({ kind, metadata }) => `${kind}/${metadata.name}`)).size, resources.length);
    assert.doesNotMatch(JSON.stringify(resources) + notes, /\{\{|<no value>|undefined|\[object/u);
  });

  test(`${name}: pods get settings that the service accepts, from what exists`, () => {
    const [configMap] = find(resources, 'ConfigMap');
    const secret = find(resources, 'Secret')[0];
    const secrets = secret?.stringData ?? { DATABASE_URL: 'postgres://u:p@h:5432/d', CLICKHOUSE_URL: 'http://u:p@h:8123/d' };
    for (const { owner, spec } of listPods(resources)) {
      const [container] = spec.containers;
      const sources = container.envFrom.map((source: Resource) => source.configMapRef?.name ?? source.secretRef?.name);
      assert.deepEqual(sources, [configMap.metadata.name, secret?.metadata.name ?? 'sightline-settings']);
      const own = Object.fromEntries((container.env ?? []).map((entry: Resource) => [entry.name, entry.value]));
      const environment = { ...configMap.data, ...secrets, ...own };
      assert.deepEqual(
        Object.keys(environment).filter((variable) => !listVariables().includes(variable)),
        [],
      );
      for (const [variable, value] of Object.entries(environment)) assert.equal(typeof value, 'string', variable);
      const config = readConfig(environment);
      if (owner.kind === 'Deployment') assert.equal(config.role, container.name);
      assert.deepEqual([config.host, config.port, config.dataDir], ['0.0.0.0', 8787, '/data']);
    }
  });

  test(`${name}: pods are not root, write only to their volumes, and are asked at the port they have`, () => {
    for (const { owner, spec } of listPods(resources)) {
      const [container] = spec.containers;
      assert.equal(spec.securityContext.runAsNonRoot, true);
      assert.deepEqual(
        [
          container.securityContext.allowPrivilegeEscalation,
          container.securityContext.readOnlyRootFilesystem,
          spec.automountServiceAccountToken,
        ],
        [false, true, false],
      );
      const volumes = spec.volumes.map((volume: Resource) => volume.name);
      for (const mount of container.volumeMounts) assert.ok(volumes.includes(mount.name));
      assert.deepEqual(
        container.volumeMounts.map((mount: Resource) => mount.mountPath),
        ['/data', '/tmp'],
      );
      assert.ok(container.resources.requests.memory && container.resources.limits.memory);
      if (owner.kind === 'Job') continue;
      const ports = container.ports.map((port: Resource) => port.name);
      assert.equal(container.ports[0].containerPort, 8787);
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        const { httpGet, tcpSocket } = container[probe];
        assert.ok(ports.includes((httpGet ?? tcpSocket).port), probe);
        if (httpGet !== undefined) assert.equal(httpGet.path, '/health');
      }
      assert.ok(spec.terminationGracePeriodSeconds >= 25, 'longer than the service needs to stop');
    }
  });

  test(`${name}: selectors find exactly the pods they are for`, () => {
    const pods = listPods(resources);
    const match = (selector: Record<string, string>) =>
      pods
        .filter(({ labels }) => Object.entries(selector).every(([label, value]) => labels[label] === value))
        .map(({ owner }) => owner.metadata.name);
    for (const deployment of find(resources, 'Deployment'))
      assert.deepEqual(match(deployment.spec.selector.matchLabels), [deployment.metadata.name]);
    for (const budget of find(resources, 'PodDisruptionBudget'))
      assert.deepEqual(match(budget.spec.selector.matchLabels), [budget.metadata.name]);
    const [service] = find(resources, 'Service');
    assert.deepEqual(match(service.spec.selector), ['test-sightline-api']);
    assert.equal(service.spec.ports[0].targetPort, 'http');
    for (const ingress of find(resources, 'Ingress'))
      assert.deepEqual(ingress.spec.rules[0].http.paths[0].backend.service, {
        name: service.metadata.name,
        port: { name: service.spec.ports[0].name },
      });
    for (const { spec } of find(resources, 'HorizontalPodAutoscaler')) {
      const deployment = find(resources, 'Deployment').find(({ metadata }) => metadata.name === spec.scaleTargetRef.name);
      assert.equal(deployment.spec.replicas, undefined, 'the autoscaler decides');
      assert.ok(spec.minReplicas <= spec.maxReplicas);
    }
  });

  test(`${name}: an upgrade migrates first and never has fewer pods than before`, () => {
    const [job] = find(resources, 'Job');
    assert.equal(job.metadata.annotations['helm.sh/hook'], 'pre-upgrade');
    assert.deepEqual(job.spec.template.spec.containers[0].args, ['migrate']);
    for (const { spec } of find(resources, 'Deployment')) assert.deepEqual(spec.strategy.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 });
  });
}
