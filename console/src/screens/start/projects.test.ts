import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProjectGlance } from '../../../../clients/typescript/src/index.ts';
import { listProjects, toShareChange } from './projects.ts';

const project = (id: string, change: Partial<ProjectGlance> = {}): ProjectGlance =>
  ({ id, name: `Project ${id}`, share_of_voice: null, previous_share_of_voice: null, ...change }) as ProjectGlance;

test('a change needs both of its ends', () => {
  assert.equal(toShareChange(project('1', { share_of_voice: 0.5, previous_share_of_voice: 0.25 })), 0.25);
  assert.equal(toShareChange(project('1', { share_of_voice: 0.5 })), null);
  assert.equal(toShareChange(project('1', { previous_share_of_voice: 0.5 })), null);
});

test('projects with a star come first, and a text leaves those whose name holds it', () => {
  const projects = [project('1'), project('2'), project('3', { name: 'Other' })];
  const starred = new Set(['2', '3']);
  assert.deepEqual(
    listProjects(projects, { text: undefined, starred }).map(({ id }) => id),
    ['2', '3', '1'],
  );
  assert.deepEqual(
    listProjects(projects, { text: ' PROJECT', starred }).map(({ id }) => id),
    ['2', '1'],
  );
});
