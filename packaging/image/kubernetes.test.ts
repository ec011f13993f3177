import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler, type IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { type IPodDisruptionBudget, PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, type IService, Service } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../packages/server/src/platform/config.ts';
import { elsewhere } from '../elsewhere.ts';
import { root } from '../places.ts';

const run = promisify(execFile);
const base = join(root, 'deploy/kubernetes');
const read = <Kind>(name: string): Kind => parse(readFileSync(join(base, name), 'utf8'));

const files = ['deployment.yaml', 'service.yaml', 'autoscaler.yaml', 'disruption-budget.yaml'];
const deployment = read<IDeployment>('deployment.yaml');
const service = read<IService>('service.yaml');
const autoscaler = read<IHorizontalPodAutoscaler>('autoscaler.yaml');
const budget = read<IPodDisruptionBudget>('disruption-budget.yaml');
const kustomization = read<{
  resources: string[];
  configMapGenerator: { name: string; literals: string[] }[];
}>('kustomization.yaml');

/** Kinds of resources, with their location in the package of schemas. */
const kinds = {
  ConfigMap: ['v1', ConfigMap],
  Service: ['v1', Service],
  Deployment: ['apps/v1', Deployment],
  HorizontalPodAutoscaler: ['autoscaling/v2', HorizontalPodAutoscaler],
  PodDisruptionBudget: ['policy/v1', PodDisruptionBudget],
} as const;
type Resource = { kind: keyof typeof kinds; apiVersion: string };

/**
 * Compares resources with the schemas of Kubernetes. These accept unknown fields, as an API server does; the types derived
 * from them do not.
 */
async function assertValid(resources: readonly Resource[], folder: string): Promise<void> {
  const sources = resources.map((resource, index) => {
    const [version, Model] = kinds[resource.kind];
    assert.equal(resource.apiVersion, version);
    new Model(resource as never).validate();
    return `import type { I${resource.kind} as Kind${index} } from 'kubernetes-models/${version}';
export const resource${index}: Kind${index} = ${JSON.stringify(resource)};`;
  });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'resources.ts');
  writeFileSync(file, `${sources.join('\n')}\n`);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
  try {
    await run(process.execPath, [tsc, '--ignoreConfig', ...options, file]);
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout, { cause: error });
  }
}

/** Settings as passed to the container. */
const literals = Object.fromEntries(
  (kustomization.configMapGenerator[0]?.literals ?? []).map((line) => [
    line.slice(0, line.indexOf('=')),
    line.slice(line.indexOf('=') + 1),
  ]),
);
const [container] = deployment.spec?.template.spec?.containers ?? [];
assert.ok(container);

describe('deploy/kubernetes', () => {
  // Inside the project, so that the types are found.
  const folder = join(root, 'node_modules/.cache/kubernetes-resources');

  it('is valid for the schemas of Kubernetes, without unknown fields', async () => {
    assert.deepEqual(kustomization.resources, files);
    await assertValid(
      files.map((file) => read<Resource>(file)),
      folder,
    );
    const misspelt = structuredClone(read<IDeployment & Resource>('deployment.yaml'));
    Object.assign(misspelt.spec?.template.spec ?? {}, { enableServiceLink: false });
    await assert.rejects(assertValid([misspelt], folder), /enableServiceLink/);
    const wrong = { ...read<Resource>('autoscaler.yaml'), spec: { minReplicas: 'two' } };
    await assert.rejects(assertValid([wrong], folder));
  });

  it('passes only existing settings to the service, with secrets from a Secret', () => {
    const secrets = container.env?.map(({ name, value, valueFrom }) => {
      assert.equal(value, undefined, name);
      assert.equal(valueFrom?.secretKeyRef?.name, 'citewell', name);
      return name;
    });
    const given = {
      ...{
        CITEWELL_SECRETS_KEY: 'a'.repeat(64),
        CITEWELL_LLM_API_KEY: 'x',
        CITEWELL_NCBI_API_KEY: 'a'.repeat(36),
      },
      ...{ CITEWELL_SMTP_URL: 'smtp://u:p@mail.example.org', PGPASSWORD: 'x' },
      CITEWELL_LIBRARY_URL: 'https://u:p@search.example.org:9200/citewell',
    };
    assert.deepEqual(secrets?.sort(), Object.keys(given).sort());
    const config = readConfig({
      ...{ ...literals, ...given, CITEWELL_MAIL_FROM: 'a@example.org' },
      ...{ CITEWELL_LLM_BASE_URL: 'http://model:8000/v1', CITEWELL_LLM_MODEL: 'm' },
    });
    assert.equal(config.database.kind, 'postgres');
    assert.equal(config.library.kind, 'opensearch');
    assert.equal(config.port, container.ports?.[0]?.containerPort);
    assert.deepEqual(config.sources, ['pubmed', 'europepmc']);
  });

  it('opens no more connections during an update than PostgreSQL allows by default', () => {
    const { maxSurge } = deployment.spec?.strategy?.rollingUpdate ?? {};
    const replicas = (autoscaler.spec?.maxReplicas ?? 0) + Number(maxSurge);
    assert.ok(replicas * Number(literals.CITEWELL_DATABASE_CONNECTIONS) <= 97);
  });

  it('selects its pods, probes the endpoints that they serve, and gives them no privileges', () => {
    const labels = deployment.spec?.template.metadata?.labels;
    assert.deepEqual(deployment.spec?.selector.matchLabels, labels);
    assert.deepEqual(service.spec?.selector, labels);
    assert.deepEqual(budget.spec?.selector?.matchLabels, labels);
    const { kind, metadata } = deployment;
    assert.deepEqual(autoscaler.spec?.scaleTargetRef, { apiVersion: 'apps/v1', kind, name: metadata?.name });
    const { startupProbe, livenessProbe, readinessProbe, securityContext } = container;
    assert.deepEqual(
      [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet),
      ['/livez', '/livez', '/readyz'].map((path) => ({ path, port: 'http' })),
    );
    assert.deepEqual(securityContext, {
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    });
    const { securityContext: pod, enableServiceLinks } = deployment.spec?.template.spec ?? {};
    assert.deepEqual([pod?.runAsNonRoot, pod?.runAsUser, enableServiceLinks], [true, 65_532, false]);
  });

  it('is rendered by kustomize, the overlay of the documentation included', async (t) => {
    const there = elsewhere(t);
    if (!(await run('kubectl', ['kustomize', '--help']).catch(() => undefined)))
      return t.skip('kubectl is not here');
    const page = readFileSync(join(root, 'docs/operator/container.md'), 'utf8');
    const [, overlay = ''] = /```yaml\n(# kustomization\.yaml\n.*?)```/s.exec(page) ?? [];
    const path = there.write('kustomization.yaml', overlay.replace('../citewell/deploy/kubernetes', 'base'));
    mkdirSync(join(dirname(path), 'base'));
    for (const file of [...files, 'kustomization.yaml'])
      there.write(join('base', file), readFileSync(join(base, file), 'utf8'));
    const { stdout } = await run('kubectl', ['kustomize', dirname(path)]);
    const resources = parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
    assert.deepEqual(resources.map(({ kind }) => kind).sort(), Object.keys(kinds).sort());
    await assertValid(resources, folder);
    assert.match(stdout, /image: registry\.example\.org\/citewell:0\.2\.0/);
    assert.match(stdout, /CITEWELL_PUBLIC_URL: https:\/\/cite\.example\.org/);
    assert.match(stdout, /CITEWELL_DATABASE_CONNECTIONS: "12"/);
  });
});
