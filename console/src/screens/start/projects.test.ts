import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProjectGlance } from '#client';
import { listProjects, sayProjects, toShareChange } from './projects.ts';

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

test('the projects in a line: what failed, and who lost most where both ends are known', () => {
  const good = project('1', { failed_checks: 0, pending_checks: 0, share_of_voice: 0.1, previous_share_of_voice: 0.08 });
  const bad = project('2', { failed_checks: 3, pending_checks: 1, share_of_voice: 0.05, previous_share_of_voice: 0.054 });
  assert.equal(sayProjects([], 0), undefined);
  assert.equal(sayProjects([good], 1), '1 project.');
  assert.equal(
    sayProjects([good, bad], 9),
    '9 projects; of the 2 below: the newest check of 3 keywords failed and 1 keyword is not checked yet. Project 2 lost most: 0.4 points of share of voice in 28 days.',
  );
});
